#include <algorithm>

#include <gtest/gtest.h>

#include "end_to_end/command.hpp"

namespace weft {
namespace {

/// Bad input gets one line on stderr that contains `part`, nothing on stdout, and status 2.
void expect_refused(std::string const& args, std::string const& part) {
  SCOPED_TRACE("weft " + args);
  auto const result = weft_command(args);
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  EXPECT_NE(result.err.find(part), std::string::npos) << result.err;
}

TEST(BadInput, Verbs) {
  expect_refused("", "subcommand is required");
  expect_refused("simlate", "did you mean 'simulate'?");
  expect_refused("simulate --mesages 3", "did you mean '--messages'?");
  expect_refused("simulate clex mesh", "unexpected argument 'mesh'");
  expect_refused("completion tcsh", "bash, zsh or fish");
}

TEST(BadInput, Topologies) {
  expect_refused("show clex:m=0", "m = 0 (must be in [1, 65535])");
  expect_refused("show clex:m=70000,levels=9", "m = 70000");
  expect_refused("show clex:m=60000,levels=9", "2^32");
  expect_refused("show clxe", "did you mean 'clex'?");
  expect_refused("show torus:sides=8x", "sides = 8x");
  expect_refused("show torus:sides=8x-8", "sides");
  expect_refused("show torus:side=8x8", "did you mean 'sides'?");
  expect_refused("show torus --layout ptich=1", "did you mean 'pitch'?");
  expect_refused("compare torus mesh --cost port=cheap", "port");
  expect_refused("simulate clxe", "did you mean 'clex'?");
}

TEST(BadInput, Loads) {
  expect_refused("load percs:supernodes=32,links=5", "must be 1, 2, 4, 8, 16 or 32");
  expect_refused("load percs:supernodes=32,links=4 --grid 100x100",
                 "more tasks than the machine's 4096 terminals");
  expect_refused("load percs --mapping block", "did you mean 'blocks'?");
  expect_refused("load percs --mapping blocks:sides=3x3", "must divide");
  expect_refused("load percs --pattern hallo", "did you mean 'halo'?");
  expect_refused("load percs --pattern matrix:file=nowhere.mtx", "nowhere.mtx");
  expect_refused("load percs --routing percs_derect", "did you mean 'percs_direct'?");
  expect_refused("load torus --routing percs_direct", "percs only");
  expect_refused("load torus --routing minimal", "minimal:choice=lowest");
  expect_refused("map percs --format rankfle", "did you mean 'rankfile'?");
  expect_refused("map percs --strategy best --mapping linear", "--mapping excludes --strategy");
  expect_refused("map percs --strategy percs_annealing:start=liner", "unknown mapping 'liner'");
  expect_refused("map percs --strategy 'percs_annealing:start=[linear,random]'", "must be one mapping");
  expect_refused("map torus --strategy percs_annealing", "is for percs");
}

TEST(BadInput, Scenarios) {
  expect_refused("simulate clex --messages -3", "--messages");
  expect_refused("simulate clex --messages many", "messages = many");
  expect_refused("simulate clex --messages 99999999999", "messages");
  expect_refused("simulate clex --traffic permutaton", "did you mean 'permutation'?");
  expect_refused("simulate clex --engine round", "did you mean 'rounds'?");
  expect_refused("simulate clex --engine rounds:lost=0.1", "did you mean 'loss'?");
  expect_refused("simulate clex --engine rounds:loss=2", "loss = 2");
  expect_refused("simulate clex --routing clex_recursive:mode=dance", "mode = dance");
  expect_refused("simulate clex --routing clex_recursive:redistribute=9", "redistribute = 9");
  expect_refused("simulate torus --routing clex_recursive", "cannot route on torus");
  expect_refused("simulate clex --routing dimension_order", "cannot route on clex");
  expect_refused("simulate torus --engine rounds:execution=phases", "only clex_recursive has phases");
  expect_refused("route clex:m=4,levels=2 --to 16", "terminal 16 (there are 16");
  expect_refused("route clex --from -1", "--from");
}

TEST(BadInput, MessageLists) {
  Scratch const scratch;
  auto const list = scratch.path() / "messages.txt";
  auto const refused = [&](std::string const& content, std::string const& part) {
    std::ofstream(list) << content;
    expect_refused("simulate clex:m=4,levels=2 --traffic message_list:file=" + list.string(), part);
  };
  refused("0 1\n2", "messages.txt:2");
  refused("0 1\n2 16\n", "messages.txt:2:3");
  refused("0 one\n", "messages.txt:1:3");
  expect_refused("simulate clex --traffic message_list:file=/nowhere/list", "/nowhere/list");
}

TEST(BadInput, PlacesThatCannotBeWritten) {
  expect_refused("show clex -o /proc/none", "/proc/none");
  expect_refused("show clex -o /dev/null", "/dev/null");
}

TEST(BadInput, Studies) {
  Scratch const scratch;
  auto const refused = [&](std::string const& content, std::string const& part) {
    std::ofstream(scratch.path() / "study.toml") << content;
    expect_refused("run " + scratch.path().string() + " -o " + (scratch.path() / "out").string(), part);
    EXPECT_FALSE(std::filesystem::exists(scratch.path() / "out"));
  };
  refused("title = \"t\"\n[[run]]\ntopolgy = \"clex\"\n", "study.toml:3:1");
  refused("title = \"t\"\n[[run]]\ntopology = \"clxe\"\n", "did you mean 'clex'?");
  refused("title = \"t\"\n[[run]]\nmessages = -1\n", "messages = -1");
  refused("title = \"t\"\n[[run]]\n[[present]]\nkind = \"clex_table\"\n", "did you mean 'clex_tables'?");
  refused("title = \"t\"\n", "run");
  refused("title = ", "study.toml:1");
  expect_refused("run /nowhere", "/nowhere");
}

}  // namespace
}  // namespace weft
