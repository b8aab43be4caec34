#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "weft/verb/collective/collective.hpp"
#include "weft/verb/load/load.hpp"
#include "weft/verb/replay/replay.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/verb/verb.hpp"

/// The same job on several engines gives the same seconds. Channels carry 1 GB/s and latencies are 0, so that
/// only the bytes count; closed forms are sums by hand.
namespace weft::verb {
namespace {

using collective::Operation;

constexpr double rate = 1e9;
constexpr double close = 1e-6;  // of a time: flows end together within FlowParams::resolution
constexpr char const* one_switch = "xgft:children=8,parents=1";
constexpr char const* flow_engine = "flow:bandwidth=1GB/s,alpha=0,beta=0,base=0";

double by_collective(Operation operation, std::string const& topology, char const* algorithm, double bytes) {
  Collective::Params request{.operation = operation, .topology = topology, .algorithm = algorithm};
  request.bytes = fmt::format("{:.0f}", bytes);
  request.bandwidth = rate;
  request.alpha = 0;
  return run<Collective>(request).table("collective").at(0, "time").number();
}

double by_replay(std::string const& topology, std::string const& program, char const* engine = flow_engine,
                 Sides const& grid = {0}) {
  Replay::Params request;
  request.topology = topology;
  request.program = program;
  request.engine = engine;
  request.grid = grid;
  request.costs = "eager=-1,buffered=-1";  // small sends wait for their end, too, as rounds do
  return run<Replay>(request).table("summary").at(0, "end").number();
}

double by_flows(std::string const& topology, char const* traffic, double bytes, Sides const& grid,
                char const* terminals = "counted") {
  return run<Simulate>({.topology = topology,
                        .traffic = traffic,
                        .engine = fmt::format("{},bytes={:.0f},terminals={}", flow_engine, bytes, terminals),
                        .grid = grid})
      .table("summary")
      .at(0, "last_finish")
      .number();
}

/// The time of the most loaded channel between routers; `bytes`: of all messages of a task.
double by_load(std::string const& topology, char const* pattern, double bytes, Sides const& grid) {
  Load::Params request;
  request.topology = topology;
  request.pattern = pattern;
  request.grid = grid;
  request.bytes = bytes;
  request.bandwidth = rate;
  return run<Load>(request).table("time").at(0, "carrying").number();
}

std::string operation(std::string_view of, char const* algorithm, double bytes) {
  return fmt::format("operation:of={},algorithm={},bytes={:.0f}", of, algorithm, bytes);
}

/// An operation by an algorithm, and what the busiest rank sends: messages.
struct Exchange {
  Operation operation;
  char const* algorithm;
  double messages = 0;
};

// Eight ranks on one switch. Ring: 2 * 7 rounds of an eighth, an allgather 7 of a message; recursive doubling
// and a binomial tree: 3 rounds of all; all-to-all by pairs: 7 rounds of a message; direct sums: 7 eighths
// together to the others and from them.
TEST(OneAnswer, OnASwitchTheClosedFormsHold) {
  for (auto const& [op, algorithm, messages] : {Exchange{Operation::allreduce, "ring", 14.0 / 8},
                                                {Operation::allreduce, "recursive_doubling", 3},
                                                {Operation::allreduce, "direct", 14.0 / 8},
                                                {Operation::allgather, "ring", 7},
                                                {Operation::broadcast, "binomial", 3},
                                                {Operation::all_to_all, "pairwise", 7}})
    for (double const bytes : {1e3, 1e6, 1e9}) {
      auto const closed = messages * bytes / rate;
      auto const in_rounds = std::string(algorithm) + ":embedding=rounds";
      EXPECT_NEAR(by_collective(op, one_switch, in_rounds.c_str(), bytes), closed, close * closed)
          << algorithm << " " << bytes;
      EXPECT_NEAR(by_replay(one_switch, operation(collective::name_of(op), algorithm, bytes)), closed,
                  close * closed)
          << algorithm << " " << bytes;
    }
}

// Elsewhere the paths differ, as the pages say: those that the algorithms were made for (on fat trees by
// destination, halfway around a ring upward), and those of the routing, which are drawn. If two messages of a
// round draw the same channel, the round takes twice as long.
TEST(OneAnswer, OnNetworksTheAnswersDifferByThePathsAlone) {
  for (auto const* topology :
       {"kary_ntree:arity=2,levels=3", "torus:sides=8", "torus:sides=4x4", "dragonfly:p=2,a=2,h=1"})
    for (auto const& [op, algorithm, messages] : {Exchange{Operation::allreduce, "recursive_doubling"},
                                                  {Operation::broadcast, "binomial"},
                                                  {Operation::all_to_all, "pairwise"}})
      for (double const bytes : {1e3, 1e6}) {
        auto const rounds = by_collective(op, topology, algorithm, bytes);
        auto const replayed = by_replay(topology, operation(collective::name_of(op), algorithm, bytes));
        EXPECT_GE(replayed, 0.8 * rounds) << topology << " " << algorithm;
        EXPECT_LE(replayed, 2.01 * rounds) << topology << " " << algorithm;
      }
}

// According to the page of `weft replay`, ranks continue when their own messages have arrived, and do not
// wait for the rounds of others: a replay takes at most the sum of the rounds, and at least the time that a
// rank needs to send and receive.
TEST(OneAnswer, OnNetworksReplayLiesBetweenTheBoundAndTheRounds) {
  struct Network {
    char const* topology;
    double ranks;
  };
  for (auto const& [topology, ranks] : {Network{"kary_ntree:arity=2,levels=3", 8},
                                        {"torus:sides=8", 8},
                                        {"torus:sides=4x4", 16},
                                        {"dragonfly:p=1,a=2,h=1", 6}})
    for (double const bytes : {48e3, 48e6}) {
      auto const least = 2 * (ranks - 1) / ranks * bytes / rate;
      auto const rounds = by_collective(Operation::allreduce, topology, "ring:order=plain", bytes);
      auto const replayed = by_replay(topology, operation("allreduce", "ring", bytes));
      EXPECT_GE(replayed, (1 - close) * least) << topology;
      EXPECT_LE(replayed, (1 + close) * rounds) << topology;
      EXPECT_LE(rounds, 2.01 * least) << topology;
    }
}

// Every channel of a torus carries one message of a halo, a terminal's own channel four.
TEST(OneAnswer, AHaloTakesAMessagePerChannel) {
  for (double const bytes : {1e3, 1e6, 1e9}) {
    auto const one = bytes / rate;
    EXPECT_NEAR(by_load("torus:sides=4x4", "halo", 4 * bytes, {4, 4}), one, close * one);
    EXPECT_NEAR(by_flows("torus:sides=4x4", "halo", bytes, {4, 4}, "free"), one, close * one);
    EXPECT_NEAR(by_flows("torus:sides=4x4", "halo", bytes, {4, 4}), 4 * one, close * 4 * one);
    EXPECT_NEAR(
        by_replay("torus:sides=4x4", fmt::format("pattern:of=halo,bytes={:.0f}", bytes), flow_engine, {4, 4}),
        4 * one, close * 4 * one);
  }
}

// Tornado on a ring of 8: every message goes 3 hops the same way, so a channel carries 3.
TEST(OneAnswer, AShiftLoadsEveryChannelThrice) {
  for (double const bytes : {1e3, 1e6, 1e9}) {
    auto const three = 3 * bytes / rate;
    EXPECT_NEAR(by_load("torus:sides=8", "traffic:of=tornado", bytes, {8}), three, close * three);
    EXPECT_NEAR(by_flows("torus:sides=8", "tornado", bytes, {8}), three, close * three);
  }
}

// Flits add the head's way through the network and the ends of packets: a few of the 125 flits of a message.
TEST(OneAnswer, FlitsTakeLittleLongerThanFlows) {
  for (char const* program : {"ring", "recursive_doubling"}) {
    auto const text = operation("allreduce", program, 64e3);
    auto const flows = by_replay(one_switch, text),
               flits = by_replay(one_switch, text, "flit:bandwidth=1GB/s");
    EXPECT_GE(flits, flows) << program;
    EXPECT_LE(flits, 1.1 * flows) << program;
  }
}

// 2 * 511/512 of 64 MB at 12.5 GB/s, and 1,022 rounds of 1 us each: 10.22 ms + 1.02 ms. Replay by flows has
// 0.1 us per hop and 5 ns per meter in place of the 1 us.
TEST(OneAnswer, ARingAllreduceOnALargeFatTreeSlow) {
  Collective::Params request{
      .operation = Operation::allreduce, .topology = "kary_ntree:arity=8,levels=3", .algorithm = "ring"};
  request.bytes = "64M";
  request.alpha = 1e-6;
  request.beta = 8e-11;
  auto const bytes = 2 * 511.0 / 512 * 64e6 * 8e-11;
  EXPECT_NEAR(run<Collective>(request).table("collective").at(0, "time").number(), bytes + 1022e-6,
              1e-6 * bytes);
  auto const replayed = by_replay("kary_ntree:arity=8,levels=3", operation("allreduce", "ring", 64e6),
                                  "flow:bandwidth=100Gb/s");
  EXPECT_GE(replayed, bytes);
  EXPECT_LE(replayed, 1.1 * bytes);
}

}  // namespace
}  // namespace weft::verb
