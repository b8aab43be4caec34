// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "weft/verb/collective/collective.hpp"
#include "weft/verb/load/load.hpp"
#include "weft/verb/replay/replay.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/verb/verb.hpp"

/// The same job takes the same time on several engines. Channels carry 1 GB/s and latencies are 0, so that
/// only the bytes count; closed forms are computed by hand.
namespace weft::verb {
namespace {

using collective::Operation;

constexpr double rate = 1e9;
constexpr double close = 1e-6;  // relative tolerance: flows end together within FlowParams::resolution
constexpr char const* one_switch = "xgft:children=8,parents=1";
constexpr char const* flow_engine = "flow:bandwidth=1GB/s,alpha=0,beta=0,base=0";

double by_collective(Operation operation, std::string const& topology, char const* algorithm, double bytes,
                     char const* routing = "default") {
  Collective::Params request{
      .operation = operation, .topology = topology, .algorithm = algorithm, .routing = routing};
  request.bytes = fmt::format("{:.0f}", bytes);
  request.bandwidth = rate;
  request.alpha = 0;
  return run<Collective>(request).table("collective").at(0, "time").number();
}

double by_replay(std::string const& topology, std::string const& program, char const* engine = flow_engine,
                 Sides const& grid = {0}, char const* routing = "default") {
  Replay::Params request;
  request.routing = routing;
  request.topology = topology;
  request.program = program;
  request.engine = engine;
  request.grid = grid;
  request.costs = "eager=-1,buffered=-1";  // small sends block until they end, as in rounds
  return run<Replay>(request).table("summary").at(0, "end").number();
}

double by_flows(std::string const& topology, char const* traffic, double bytes, Sides const& grid,
                char const* terminals = "counted", char const* routing = "default") {
  return run<Simulate>({.topology = topology,
                        .routing = routing,
                        .traffic = traffic,
                        .engine = fmt::format("{},bytes={:.0f},terminals={}", flow_engine, bytes, terminals),
                        .grid = grid})
      .table("summary")
      .at(0, "last_finish")
      .number();
}

/// Returns the time of the channels between routers; `bytes`: total sent by a task.
double by_load(std::string const& topology, char const* pattern, double bytes, Sides const& grid,
               char const* routing = "default") {
  Load::Params request;
  request.routing = routing;
  request.topology = topology;
  request.pattern = pattern;
  request.grid = grid;
  request.times.bytes = bytes;
  request.times.bandwidth = rate;
  return run<Load>(request).table("time").at(0, "carrying").number();
}

std::string operation(std::string_view of, char const* algorithm, double bytes) {
  return fmt::format("operation:of={},algorithm={},bytes={:.0f}", of, algorithm, bytes);
}

/// An operation with an algorithm, and the number of messages that the busiest rank sends.
struct Exchange {
  Operation operation;
  char const* algorithm;
  double messages = 0;
};

// Eight ranks on one switch. Ring: 2 * 7 rounds of an eighth; allgather: 7 of a message; recursive doubling
// and a binomial tree: 3 rounds of the whole vector; pairwise all-to-all: 7 rounds of a message; direct: 7
// eighths to all others simultaneously, and 7 eighths from them.
TEST(OneAnswer, MatchesClosedFormsOnASwitch) {
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
      EXPECT_NEAR(by_replay(one_switch, operation(collective::operation_name(op), algorithm, bytes)), closed,
                  close * closed)
          << algorithm << " " << bytes;
    }
}

/// A network, its tasks, and a routing with one path for each pair, so that all engines take the same paths.
struct Fixed {
  char const* topology;
  Sides grid;
  double tasks;
  char const* routing;
};
Fixed const fixed_networks[] = {{one_switch, {2, 4}, 8, "layered"},
                                {"kary_ntree:arity=2,levels=3", {2, 4}, 8, "layered"},
                                {"torus:sides=4x4", {4, 4}, 16, "dimension_order:tie=plus"},
                                {"dragonfly:p=2,a=2,h=1", {3, 4}, 12, "minimal"}};
constexpr Exchange in_rounds[] = {{Operation::allreduce, "ring"},
                                  {Operation::allreduce, "recursive_doubling"},
                                  {Operation::all_to_all, "pairwise"},
                                  {Operation::broadcast, "binomial"}};
std::string rounds_of(Exchange const& it) {
  return std::string(it.algorithm) + (std::string_view(it.algorithm) == "ring" ? ":order=plain" : "");
}

// First half of the table in the docs: on the same paths, a collective operation computed round by round and
// replayed message by message takes the same time on every network and for every size. There is a closed form
// for the switch (see above) and for the ring on networks on which no two of its messages share a channel.
TEST(OneAnswer, RoundsMatchReplayOnTheSamePaths) {
  for (auto const& it : fixed_networks)
    for (auto const& job : in_rounds)
      for (double const bytes : {1e3, 1e6, 1e9}) {
        auto const rounds =
            by_collective(job.operation, it.topology, rounds_of(job).c_str(), bytes, it.routing);
        auto const replayed =
            by_replay(it.topology, operation(collective::operation_name(job.operation), job.algorithm, bytes),
                      flow_engine, {0}, it.routing);
        EXPECT_NEAR(replayed, rounds, close * rounds) << it.topology << " " << job.algorithm << " " << bytes;
        bool const alone = job.algorithm == std::string("ring") && it.tasks != 12;
        auto const ring = 2 * (it.tasks - 1) / it.tasks * bytes / rate;
        if (!alone) continue;
        EXPECT_NEAR(rounds, ring, close * ring) << it.topology << " " << bytes;
      }
}

/// A pattern, the number of messages that a task sends (in an all-to-all also to itself), and the number that
/// it receives over its own channel.
struct Pattern {
  char const* name;
  double sends, own;
};

// Second half: messages that all start at time 0. The most loaded channel needs the time reported by `load`,
// and flows end at that time, or when the channels of the terminals have carried their messages.
TEST(OneAnswer, LoadsMatchFlowsAndReplayOnTheSamePaths) {
  for (auto const& it : fixed_networks)
    for (auto const& job : {Pattern{"halo", 4, 4},
                            {"all_to_all", it.tasks, it.tasks - 1},
                            {"tornado", 1, 1},
                            {"permutation", 1, 1}})
      for (double const bytes : {1e3, 1e6, 1e9}) {
        auto const what = fmt::format("{} {} {}", it.topology, job.name, bytes);
        bool const is_traffic = job.sends == 1;
        auto const pattern = is_traffic ? fmt::format("traffic:of={}", job.name) : std::string(job.name);
        auto const load = by_load(it.topology, pattern.c_str(), job.sends * bytes, it.grid, it.routing);
        EXPECT_NEAR(by_flows(it.topology, job.name, bytes, it.grid, "free", it.routing), load, close * load)
            << what;
        auto const all = std::max(load, job.own * bytes / rate);
        EXPECT_NEAR(by_flows(it.topology, job.name, bytes, it.grid, "counted", it.routing), all, close * all)
            << what;
        EXPECT_NEAR(by_replay(it.topology, fmt::format("pattern:of=[{}],bytes={:.0f}", pattern, bytes),
                              flow_engine, it.grid, it.routing),
                    all, close * all)
            << what;
      }
}

// Flits of 32 bytes, which a channel carries in 32 ns, follow the same paths. They take longer for three
// reasons: the latency of the head in each round, 13 cycles on a switch and less than 32 on all of these
// networks; the padding of the last flit of a message; and arbiters, which divide a channel by input and not
// by message: by up to 14 % (measured) in rounds, and up to 36 % if all messages start at once.
void expect_flits_near_flows(Fixed const& it, double bytes, bool to_all) {
  constexpr double way = 32 * 32e-9;
  auto const whole = [](double of) { return std::ceil(of / 32) * 32 / of; };
  auto const expect = [&](std::string const& program, Sides const& grid, double maximum, double rounds) {
    auto const flows = by_replay(it.topology, program, flow_engine, grid, it.routing),
               flits = by_replay(it.topology, program, "flit:bandwidth=1GB/s,sending=interleaved", grid,
                                 it.routing);
    EXPECT_GE(flits, (1 - close) * flows) << it.topology << " " << program;
    EXPECT_LE(flits, maximum * flows + rounds * way) << it.topology << " " << program;
  };
  for (auto const& job : in_rounds) {
    bool const of_all = job.operation == Operation::all_to_all,
               ring = job.algorithm == std::string_view("ring");
    if (of_all && !to_all) continue;
    expect(operation(collective::operation_name(job.operation), job.algorithm, bytes), {0},
           1.15 * whole(ring ? bytes / it.tasks : bytes),
           ring     ? 2 * (it.tasks - 1)
           : of_all ? it.tasks - 1
                    : 2 + std::log2(it.tasks));
  }
  for (auto const& job : {Pattern{"halo", 4, 4},
                          {"traffic:of=tornado", 1, 1},
                          {"traffic:of=permutation", 1, 1},
                          {"all_to_all", it.tasks, it.tasks - 1}})
    if (to_all || job.own < it.tasks - 1)
      expect(fmt::format("pattern:of=[{}],bytes={:.0f}", job.name, bytes), it.grid, 1.4 * whole(bytes),
             job.own);
}
TEST(OneAnswer, FlitsTakeSlightlyLongerThanFlowsOnTheSamePaths) {
  for (auto const& it : fixed_networks) {
    expect_flits_near_flows(it, 1e3, true);
    expect_flits_near_flows(it, 64e3, true);
  }
}
TEST(OneAnswerSlow, MegabytesOfFlitsTakeSlightlyLongerThanFlows) {
  for (auto const& it : fixed_networks) expect_flits_near_flows(it, 1e6, false);
}

// A ring of eight routers of which one has failed: seven ranks in a row. Successive ranks are one hop apart
// in the positive direction, except that the path from router 2 to router 4 leads around the ring in the
// negative direction: no two messages of a round share a channel. 2 * 6 rounds of a seventh.
TEST(OneAnswer, RanksAreTheRemainingTerminalsAfterAFailure) {
  for (double const bytes : {7e3, 7e6}) {
    auto const ring = 12.0 / 7 * bytes / rate;
    Collective::Params request{
        .operation = Operation::allreduce, .topology = "torus:sides=8", .algorithm = "ring:order=plain"};
    request.bytes = fmt::format("{:.0f}", bytes);
    request.bandwidth = rate;
    request.alpha = 0;
    request.failures.fail = "3";
    EXPECT_NEAR(run<Collective>(request).table("collective").at(0, "time").number(), ring, close * ring);
    request.routing = "minimal";
    EXPECT_NEAR(run<Collective>(request).table("collective").at(0, "time").number(), ring, close * ring);
    Replay::Params replay;
    replay.topology = request.topology;
    replay.program = operation("allreduce", "ring", bytes);
    replay.engine = flow_engine;
    replay.costs = "eager=-1,buffered=-1";
    replay.grid = {7};
    replay.failures.fail = "3";
    for (char const* routing : {"default", "minimal"}) {
      replay.routing = routing;
      EXPECT_NEAR(run<Replay>(replay).table("summary").at(0, "end").number(), ring, close * ring) << routing;
    }
  }
}

// With other routings the paths differ, as documented: the paths for which the algorithms are designed (on
// fat trees by destination, around a ring in the positive direction if both have equal length), and the
// random paths of the routing. A collision of two messages doubles a round.
TEST(OneAnswer, RoundsAndReplayDifferOnlyByPaths) {
  for (auto const* topology :
       {"kary_ntree:arity=2,levels=3", "torus:sides=8", "torus:sides=4x4", "dragonfly:p=2,a=2,h=1"})
    for (auto const& [op, algorithm, messages] : {Exchange{Operation::allreduce, "recursive_doubling"},
                                                  {Operation::broadcast, "binomial"},
                                                  {Operation::all_to_all, "pairwise"}})
      for (double const bytes : {1e3, 1e6}) {
        auto const rounds = by_collective(op, topology, algorithm, bytes);
        auto const replayed =
            by_replay(topology, operation(collective::operation_name(op), algorithm, bytes));
        EXPECT_GE(replayed, 0.8 * rounds) << topology << " " << algorithm;
        EXPECT_LE(replayed, 2.01 * rounds) << topology << " " << algorithm;
      }
}

// A fat tree of 16 hosts in two forms: in an XGFT the hosts are vertices with one parent.
TEST(OneAnswer, FatTreeTimesMatchTheXgft) {
  for (auto const& [op, algorithm, messages] : {Exchange{Operation::allreduce, "recursive_doubling"},
                                                {Operation::allreduce, "rabenseifner"},
                                                {Operation::all_to_all, "pairwise"},
                                                {Operation::all_to_all, "direct"}})
    EXPECT_DOUBLE_EQ(by_collective(op, "xgft:children=4x4,parents=1x4", algorithm, 1e6),
                     by_collective(op, "kary_ntree:arity=4,levels=2", algorithm, 1e6))
        << algorithm;
}

// As documented for `weft replay`, ranks continue when their own messages have arrived and do not wait for
// the rounds of others: a replay takes at most the sum of the rounds, and at least the time in which a rank
// can send and receive.
TEST(OneAnswer, ReplayLiesBetweenTheBoundAndTheRounds) {
  struct Network {
    char const* topology;
    double ranks;
  };
  for (auto const& [topology, ranks] : {Network{"kary_ntree:arity=2,levels=3", 8},
                                        {"torus:sides=8", 8},
                                        {"torus:sides=4x4", 16},
                                        {"dragonfly:p=1,a=2,h=1", 6}})
    for (double const bytes : {48e3, 48e6}) {
      auto const minimum = 2 * (ranks - 1) / ranks * bytes / rate;
      auto const rounds = by_collective(Operation::allreduce, topology, "ring:order=plain", bytes);
      auto const replayed = by_replay(topology, operation("allreduce", "ring", bytes));
      EXPECT_GE(replayed, (1 - close) * minimum) << topology;
      EXPECT_LE(replayed, (1 + close) * rounds) << topology;
      EXPECT_LE(rounds, 2.01 * minimum) << topology;
    }
}

// Every channel of a torus carries one message of a halo, the channel of a terminal four.
TEST(OneAnswer, HaloLoadsEachChannelWithOneMessage) {
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

// Tornado on a ring of 8: every message takes 3 hops in the same direction, so a channel carries 3.
TEST(OneAnswer, TornadoLoadsEachChannelThreeTimes) {
  for (double const bytes : {1e3, 1e6, 1e9}) {
    auto const three = 3 * bytes / rate;
    EXPECT_NEAR(by_load("torus:sides=8", "traffic:of=tornado", bytes, {8}), three, close * three);
    EXPECT_NEAR(by_flows("torus:sides=8", "tornado", bytes, {8}), three, close * three);
  }
}

// 2 * 511/512 of 64 MB at 12.5 GB/s, and 1,022 rounds of 1 us each: 10.22 ms + 1.02 ms. Replay with flows has
// 0.1 us per hop and 5 ns per meter in place of the 1 us.
TEST(OneAnswerSlow, RingAllreduceOnALargeFatTreeMatchesTheClosedForm) {
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
