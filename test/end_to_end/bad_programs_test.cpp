// SPDX-License-Identifier: Apache-2.0
#include <array>

#include <gtest/gtest.h>

#include "end_to_end/command.hpp"

namespace weft {
namespace {

struct WrongInput {
  std::string args, part;  ///< `FILE` in `args` becomes the path of a file
  std::string file = {};   ///< text of the file
};

/// Checks that each command prints one line on stderr and no text on stdout, with status 2.
void expect_all_rejected(std::vector<WrongInput> const& inputs) {
  for (auto const& [args, part, text] : inputs) {
    Scratch const scratch;
    auto const file = (scratch / "file").string();
    std::ofstream(file) << text;
    auto line = args;
    if (auto const at = line.find("FILE"); at != std::string::npos) line.replace(at, 4, file);
    expect_rejected(line, part);
  }
}

std::string const flows = "simulate mesh:sides=4 --engine flow:";
std::string const timed = "simulate mesh:sides=4 --engine flow --traffic timed_messages:file=FILE";
std::string const goal = "replay mesh:sides=4 --program goal:file=FILE";
std::string const trace = "replay mesh:sides=4 --program ti:speed=1e9,file=FILE";
std::string const compare = "compare mesh:sides=4x4 torus:sides=4x4 --metrics diameter ";

TEST(BadPrograms, AreRejectedWithWrongFlowOptions) {
  expect_all_rejected({
      {flows + "bytes=-1", "bytes=-1 (must be in [0, 1e+18])"},
      {flows + "bytes=much", "like 0.5, 1e6 or 64kB"},
      {flows + "bandwidth=0", "bandwidth=0 "},
      {flows + "bandwidth=10Gm", "must be a number of bytes/s, like 0.5, 1e6 or 100Gb/s"},
      {flows + "bndwidth=1e9", "did you mean 'bandwidth'?"},
      {flows + "precision=1", "precision=1 "},
      {flows + "alpha=-5", "alpha=-5 "},
      {flows + "start=poisson", "start=poisson needs rate"},
      {flows + "rate=1GB/s", "use start=poisson"},
      {flows + "fairness=hosts", "fairness=hosts (must be messages, pairs or senders)"},
      {flows + "factors=lv80", "did you mean 'lv08'?"},
      {flows + "factors=smpi,weight=latency", "omit weight"},
      {flows + "factors=FILE", "file:1:1: unexpected header 'bytes,factor'", "bytes,factor\n1,2\n"},
      {flows + "factors=FILE", "file:2:3: latency_factor=0 ",
       "bytes,latency_factor,bandwidth_factor\n0,0,1\n"},
      {flows + "factors=FILE", "file:3:1: bytes=5 (must exceed the size in the previous row)",
       "bytes,latency_factor,bandwidth_factor\n10,1,1\n5,1,1\n"},
      {flows + "paths=split --routing minimal_adaptive", "omit paths"},
      {flows + "bytes=1 --routing ugal:threshold=5", "the threshold counts flits"},
      {timed, "file:1:1: unexpected header 'from,to,size,start'", "from,to,size,start\n0,1,1,0\n"},
      {timed, "file:3:3: to=4 (must be a terminal in [0, 3])", "from,to,bytes,start\n0,1,1,0\n0,4,1,0\n"},
      {timed, "file:2:5: bytes=-1 ", "from,to,bytes,start\n0,1,-1,0\n"},
  });
}

TEST(BadPrograms, AreRejectedWithWrongTimedMessages) {
  std::string const on_flits =
      "simulate mesh:sides=4 --traffic timed_messages:file=FILE --engine flit:packet_size=8";
  expect_all_rejected({
      {on_flits, "file:3:3: to=4 (must be a terminal in [0, 3])", "from,to,bytes,start\n0,1,1,0\n0,4,1,0\n"},
      {on_flits + ",rate=0.1,rate=0.2", "rate", "from,to,bytes,start\n"},
      {on_flits + ",injection=bernoulli", "omit injection", "from,to,bytes,start\n"},
      {on_flits + ",flit_bytes=0", "flit_bytes=0 ", "from,to,bytes,start\n"},
      {on_flits, "2^50", "from,to,bytes,start\n0,1,1e17,0\n"},
      {"simulate mesh:sides=4 --engine flit:injection=timed", "timed_messages"},
      {"simulate mesh:sides=4 --engine flit:sending=interleaved", "needs injection=timed"},
      {"sweep mesh:sides=4 --traffic timed_messages:file=FILE", "weft simulate",
       "from,to,bytes,start\n0,1,64,0\n"},
  });
}

TEST(BadPrograms, AreRejectedInMalformedFiles) {
  expect_all_rejected({
      {goal, "a program of 5 ranks in ", "num_ranks 5 rank 0 { calc 1 }"},
      {goal, "file: the program has no operations", "num_ranks 2"},
      {goal, "file:1:", "num_ranks 2 rank 0 { a requires b }"},
      {goal, "file:1:", "num_ranks 2 rank 0 { a: calc 1 a: calc 2 }"},
      {goal, "file:1:", "num_ranks 2 rank 2 { calc 1 }"},
      {goal, "file:1:", "num_ranks 2 rank 0 { calc 1"},
      {goal, "operations of rank 0 wait for each other: b -> a -> b",
       "num_ranks 2 rank 0 { a: calc 1 b: calc 2 a requires b b requires a }"},
      {goal, "file:1:", "num_ranks 2 rank 0 { send 1 to 1 }"},
      {goal, "file:1:", "num_ranks 2 rank 0 { send 1b to 7 }"},
      {goal, "file:1:", "num_ranks 2 rank 0 { calc 99999999999999999999 }"},
      {goal, "file:1:", "num_ranks 2 rank 0 { calk 1 }"},
      {goal, "file", ""},
      {trace, "did you mean 'compute'?", "0 init\n0 comput 5\n"},
      {trace, "file:1:", "x init\n"},
      {trace, "file:2:", "0 init\n0 send 1\n"},
      {"replay mesh:sides=4 --program goal:file=nowhere.goal", "nowhere.goal"},
      {"replay mesh:sides=4 --program ti:file=nowhere.txt,speed=1e9", "nowhere.txt"},
  });
}

TEST(BadPrograms, AreRejectedWithWrongReplayOptions) {
  std::string const replay = "replay mesh:sides=4 --program pattern ";
  expect_all_rejected({
      {"replay mesh:sides=4 --program pttern", "did you mean 'pattern'?"},
      {"replay mesh:sides=4 --program pattern:of=hallo", "did you mean 'halo'?"},
      {"replay mesh:sides=4 --program pattern:bytes=-1", "bytes=-1 "},
      {replay + "--grid 3x3", "grid=3x3 "},
      {replay + "--costs o=-1", "o=-1 "},
      {replay + "--costs latency=5", "--costs"},
      {replay + "--engine rounds", "use engine=flow or engine=flit"},
      {replay + "--engine flit:rate=0.5", "omit rate"},
      {replay + "--engine flit:vcs=65", "vcs=65 "},
      {replay + "--engine flit:bandwidth=0", "bandwidth=0 "},
      {replay + "--engine flit:packet_size=4x8", "use one size"},
      {replay + "--engine flit:deliveries=true", "omit deliveries"},
      {replay + "--engine flit:header_bytes=300", "none would remain for the message"},
      {replay + "--engine flit --costs G=1", "omit G"},
      {replay + "--engine flit --costs handshake=0.5", "whole number"},
      {replay + "--engine flit --fail 1-2", "path"},
      {replay + "--engine flow:bytes=5", "omit bytes"},
      {replay + "--engine flow:factors=lv08,weight=latency", "omit weight"},
      {replay + "--network loggops --routing minimal", "omit routing"},
      {replay + "--routing dimension_ordr", "did you mean 'dimension_order'?"},
      {replay + "--fail 1-2", "path"},
  });
}

TEST(BadPrograms, AreRejectedInComparisons) {
  expect_all_rejected({
      {compare + "--program pattern --equal price", "equal=price (must be none, cost or bandwidth)"},
      {compare + "--program pttern", "did you mean 'pattern'?"},
      {compare + "--program pattern --engine flow:bandwidth=1GB/s", "use --cost rate="},
      {compare + "--program pattern --engine flit", "use engine=flow"},
      {compare + "--program pattern --traffic uniform", "omit traffic"},
      {compare + "--program pattern --messages 4", "omit messages"},
      {compare + "--program pattern --mapping block", "did you mean 'blocks'?"},
      {compare + "--program pattern --grid 5x5", "grid=5x5 "},
      {compare + "--program pattern --cost rate=0", "rate=0 "},
      {compare +
           "--program pattern --cost router=0,port=0,copper=0,copper_meter=0,fiber=0,fiber_meter=0 --equal cost",
       "the price of the network is 0"},
      {compare + "--costs o=5", "needs program"},
      {compare + "--equal cost --engine rounds", "needs program"},
      {compare + "--program goal:file=FILE", "a program of 17 ranks", "num_ranks 17 rank 0 { calc 1 }"},
  });
}

TEST(BadPrograms, AreRejectedWithWrongTimes) {
  expect_all_rejected({
      {"load torus:sides=4x4 --bytes 2MB", "needs bandwidth"},
      {"load torus:sides=4x4 --bandwidth -1", "bandwidth=-1 "},
      {"load torus:sides=4x4 --bandwidth 100Gs", "like 0.5, 1e6 or 100Gb/s"},
      {"schedule torus:sides=4x4 --schedule cannon --alpha 1us", "needs bandwidth"},
      {"schedule torus:sides=4x4 --schedule cannon --bandwidth 1GB/s --alpha 1m/s", "alpha=1m/s "},
  });
}

}  // namespace
}  // namespace weft
