// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/collective/tree_flits.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "weft/core/parallel.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

using collective::Operation;

Collective::Params on_flits(Operation operation, std::string topology, std::string bytes = "1000",
                            std::string engine = "flit") {
  return {.operation = operation,
          .topology = std::move(topology),
          .engine = std::move(engine),
          .bytes = std::move(bytes)};
}

double figure(Collective::Params const& request, char const* column, std::size_t row = 0) {
  return run<Collective>(request).table("flits").at(row, column).number();
}

/// Latency from a terminal over leaf, root and leaf to another: three routers of 4 cycles and 2 for the
/// terminals, less one because the first flit is counted among the flits.
constexpr double over_three_routers = 4 * 3 + 2 - 1;

TEST(TreeFlits, TimeOnAFatTreeIsPathLatencyPlusFlits) {
  for (auto const operation : {Operation::broadcast, Operation::reduce, Operation::allreduce}) {
    auto const it = on_flits(operation, "kary_ntree:arity=4,levels=2", "1,32,33,1000,10k");
    for (auto const& [row, flits] : {std::pair{0, 1}, {1, 1}, {2, 2}, {3, 32}, {4, 313}}) {
      auto const of = [&](char const* column) { return figure(it, column, static_cast<std::size_t>(row)); };
      EXPECT_EQ(of("flits"), flits);
      EXPECT_EQ(of("packets"), (flits + 7) / 8);
      EXPECT_EQ(of("cycles"), over_three_routers + flits) << collective::operation_name(operation);
      EXPECT_EQ(of("least_cycles"), of("cycles"));
      EXPECT_DOUBLE_EQ(of("time"), of("cycles") * 32 * it.beta) << "a cycle is a flit's";
    }
  }
  auto const barrier = on_flits(Operation::barrier, "kary_ntree:arity=4,levels=2", "");
  EXPECT_EQ(figure(barrier, "cycles"), over_three_routers + 1);
}

TEST(TreeFlits, EachChannelOfTheTreeCarriesAMessageOnce) {
  auto const hops = [](Operation operation) {
    return figure(on_flits(operation, "kary_ntree:arity=4,levels=2", "320"), "flit_hops") / 10;
  };
  EXPECT_EQ(hops(Operation::broadcast), 1 + 3) << "to the root and to the other leaves";
  EXPECT_EQ(hops(Operation::reduce), 3 + 1);
  EXPECT_EQ(hops(Operation::allreduce), 4 + 4);
  auto some = on_flits(Operation::broadcast, "kary_ntree:arity=4,levels=2", "320");
  some.receivers = "4..7";
  EXPECT_EQ(figure(some, "flit_hops"), 10 * 2) << "of the other leaves only theirs";
  some.receivers = "1..3";
  EXPECT_EQ(figure(some, "flit_hops"), 0);
}

/// To router 3 of a line of 7 and back: 7 routers.
TEST(TreeFlits, MatchTheClosedFormIfEveryRouterIsARank) {
  auto line = on_flits(Operation::allreduce, "mesh:sides=7", "320");
  EXPECT_EQ(figure(line, "cycles"), 4 * 7 + 2 + 9);
  EXPECT_EQ(figure(line, "flit_hops"), 10 * 12);
  line.algorithm = "in_network:router=0";
  EXPECT_EQ(figure(line, "cycles"), 4 * 13 + 2 + 9);
  line.reduction_delay = 6;
  EXPECT_EQ(figure(line, "cycles"), 4 * 13 + 2 + 9 + 6 * 6) << "terminal 6 is alone at its router";
  line.algorithm = "in_network";
  line.grid = {3};
  line.terminals = "4..6";
  EXPECT_EQ(figure(line, "cycles"), 4 * 3 + 2 + 9 + 6) << "up to router 5 and down again";
}

TEST(TreeFlits, EngineOptionsApply) {
  auto const cycles = [](std::string const& engine) {
    return figure(on_flits(Operation::broadcast, "kary_ntree:arity=4,levels=2", "320", engine), "cycles");
  };
  EXPECT_EQ(cycles("flit:routing_delay=1,switch_delay=3"), 7 * 3 + 2 + 9);
  EXPECT_EQ(cycles("flit:latency=10"), over_three_routers + 10 + 2 * 9);
  EXPECT_EQ(cycles("flit:flit_bytes=16,packet_size=4"), over_three_routers + 20);
  // A buffer of one packet: the next packet waits until the first has left and its credits have returned.
  EXPECT_GT(cycles("flit:vcs=1,packet_size=2,vc_buffer=2"), over_three_routers + 20);
}

/// The link between leaf 0 and root 2 has failed.
TEST(TreeFlits, TreesAvoidFailedLinks) {
  auto it = on_flits(Operation::allreduce, "kary_ntree:arity=2,levels=2", "320");
  it.algorithm = "in_network:router=2";
  EXPECT_EQ(figure(it, "cycles"), over_three_routers + 10);
  it.failures.fail = "0-2";
  EXPECT_EQ(figure(it, "cycles"), 4 * 7 + 2 + 9) << "over the other root and leaf to router 2, and back";
}

/// The rows of a torus share no channels. Columns of a fat tree meet at the roots, a different root for each
/// column.
TEST(TreeFlits, GroupsRunConcurrently) {
  auto rows = on_flits(Operation::allreduce, "torus:sides=5x5", "320");
  rows.groups = 5;
  EXPECT_EQ(figure(rows, "cycles"), 4 * 5 + 2 + 9) << "two routers up to the middle, two down";
  EXPECT_EQ(figure(rows, "flit_hops"), 5 * 2 * 4 * 10);
  EXPECT_EQ(figure(rows, "vcs"), 4);
  auto tree = on_flits(Operation::allreduce, "kary_ntree:arity=4,levels=2", "320");
  tree.groups = 4;
  EXPECT_EQ(figure(tree, "cycles"), 4 + 2 + 9) << "within their leaves";
  tree.mapping = "blocks:sides=4x1";
  tree.grid = {4, 4};
  EXPECT_EQ(figure(tree, "cycles"), over_three_routers + 10);
  EXPECT_EQ(figure(tree, "vcs"), 4);
  // Around one root they share its links. At some routers, the last flit of the last vector follows its head
  // without the cycle for VC allocation.
  tree.algorithm = "in_network:router=4";
  EXPECT_EQ(figure(tree, "vcs"), 1);
  EXPECT_NEAR(figure(tree, "cycles"), over_three_routers + 4 * 10, 2);
}

TEST(TreeFlits, DoNotDependOnThreads) {
  auto const it = on_flits(Operation::allreduce, "torus:sides=32x32", "4k");
  std::vector<Table> tables;
  for (unsigned const threads : {1, 2, 5}) {
    Threads const limit(threads);
    tables.push_back(run<Collective>(it).table("flits"));
  }
  EXPECT_EQ(tables[1], tables[0]);
  EXPECT_EQ(tables[2], tables[0]);
}

TEST(TreeFlits, TakeNoTimeOnOneTerminal) {
  for (auto const operation : {Operation::broadcast, Operation::reduce, Operation::allreduce})
    EXPECT_EQ(figure(on_flits(operation, "torus:sides=1"), "cycles"), 0);
}

TEST(TreeFlits, RejectUnsupportedRequests) {
  auto const rejection = [](Operation operation, std::string engine, std::string algorithm = "all") {
    auto it = on_flits(operation, "torus:sides=4x4", "1k", std::move(engine));
    it.algorithm = std::move(algorithm);
    return complaint_of([&] { run<Collective>(it); });
  };
  EXPECT_EQ(
      rejection(Operation::gather, "flit"),
      "engine: engine flit does not support gather (in_network supports broadcast, reduce, allreduce and barrier); use engine=schedule");
  EXPECT_EQ(
      rejection(Operation::allreduce, "flit", "ring"),
      "algorithm: ring cannot run on engine flit (weft replay --program operation:algorithm=ring runs it on flits); use "
      "in_network");
  EXPECT_EQ(
      rejection(Operation::allreduce, "flit", "packed_trees"),
      "algorithm: packed_trees cannot run on engine flit (weft replay --program schedule:algorithm=packed_trees runs "
      "it on flits); use in_network");
  EXPECT_EQ(rejection(Operation::allreduce, "flits"), "engine: unknown engine 'flits'; did you mean 'flit'?");
  EXPECT_EQ(
      rejection(Operation::allreduce, "flit:rate=0.1"),
      "engine: rate=0.1 conflicts with in-network reduction (the option has no effect there); omit rate");
  EXPECT_EQ(rejection(Operation::allreduce, "flit:bandwidth=1e9"),
            "engine: bandwidth=1e9 conflicts with in-network reduction (the option has no effect there); "
            "use --bandwidth");
  EXPECT_EQ(
      rejection(Operation::allreduce, "flit:packet_size=9"),
      "engine: packet_size=9 conflicts with vc_buffer=8 (a packet that routers copy must fit into a buffer); set vc_buffer=9");
  EXPECT_EQ(rejection(Operation::allreduce, "schedule:vcs=2"),
            "engine: engine schedule has no options; use engine=schedule");
  EXPECT_EQ(
      complaint_of([] {
        run<Collective>(on_flits(Operation::allreduce, "torus:sides=4x4", "1M", "flit:max_cycles=1000"));
      }),
      "engine: max_cycles=1000 (the operation takes longer); raise max_cycles");
  auto it = on_flits(Operation::allreduce, "torus:sides=4x4", "1k", "schedule");
  it.reduction_delay = 3;
  EXPECT_EQ(
      complaint_of([&] { run<Collective>(it); }),
      "reduction_delay: reduction_delay needs engine=flit (the steps of schedules have no cycles); specify engine=flit, or omit reduction_delay");
  it.reduction_delay = 0;
  it.groups = 2;
  EXPECT_EQ(
      complaint_of([&] { run<Collective>(it); }),
      "groups: groups needs engine=flit (a schedule plans one operation); specify engine=flit, or omit groups");
  it.groups = 3;
  EXPECT_EQ(complaint_of([&] { run<Collective>(it); }), "groups: groups=3 (must divide the 16 ranks)");
}

}  // namespace
}  // namespace weft::verb
