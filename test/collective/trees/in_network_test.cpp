// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/trees/in_network.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/ranks_on.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/kautz.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::collective {
namespace {

PlanExecution done_in_network(Ranks const& machine, Task const& task, std::string const& options = "") {
  auto execution = execute_plan(machine, "in_network" + options, task);
  EXPECT_FALSE(execution.violation) << execution.violation->what;
  return execution;
}

/// In a tree of two levels, terminals are two channels below the roots; the tree of a group around a root has
/// 16 channels to terminals and 4 channels to leaf switches.
TEST(InNetwork, AddsUpToARootSwitchAndSendsDown) {
  RanksOn const machine(topology::KaryNtree({.arity = 4, .levels = 2}));
  ASSERT_EQ(machine.size(), 16u);
  for (std::uint32_t const packets : {1, 10}) {
    auto const task = [&](Operation operation) { return Task{.operation = operation, .packets = packets}; };
    auto const allreduce = done_in_network(machine, task(Operation::allreduce));
    EXPECT_EQ(allreduce.steps, 2 + 2 + packets - 1);
    EXPECT_EQ(allreduce.transfers, std::uint64_t{packets} * 2 * (16 + 4));
    EXPECT_EQ(done_in_network(machine, task(Operation::broadcast)).steps, 4 + packets - 1);
    EXPECT_EQ(done_in_network(machine, task(Operation::reduce)).steps, 4 + packets - 1);
  }
  EXPECT_EQ(done_in_network(machine, {.operation = Operation::barrier}).steps, 4u);
}

TEST(InNetwork, IsRootedInTheCenter) {
  RanksOn const line(topology::Mesh({.sides = {7}}));
  EXPECT_EQ(done_in_network(line, {.operation = Operation::allreduce}).steps, 3u + 3u);
  EXPECT_EQ(done_in_network(line, {.operation = Operation::allreduce}, ":router=0").steps, 6u + 6u);
  Ranks const some(line, {0, 1, 2});
  EXPECT_EQ(done_in_network(some, {.operation = Operation::allreduce}).steps, 1u + 1u);
}

TEST(InNetwork, CountsOneRoundAndExcludesTheHopFromTheHost) {
  RanksOn const machine(topology::Torus({.sides = {5, 5}}));
  auto const make_plan = [&](Operation operation) {
    auto const algorithm = make_algorithm(Spec::parse("in_network"));
    return algorithm->plan(machine, {.operation = operation, .root = 3, .packets = 4});
  };
  auto const allreduce = make_plan(Operation::allreduce);
  EXPECT_TRUE(allreduce.adds_in_routers);
  EXPECT_EQ(allreduce.rounds, 1u);
  EXPECT_EQ(allreduce.hops_per_round, 4u + 4u - 1u) << "up to the middle and down, the radius of 4 each";
  EXPECT_GE(make_plan(Operation::broadcast).hops_per_round, 3u);
  EXPECT_LE(make_plan(Operation::broadcast).hops_per_round, 7u);
}

TEST(InNetwork, PrunesTheTreeToTheRanks) {
  RanksOn const line(topology::Mesh({.sides = {9}}));
  Ranks const some(line, {7, 8, 6});
  auto const plan =
      make_algorithm(Spec::parse("in_network"))->plan(some, {.operation = Operation::allreduce});
  EXPECT_EQ(plan.hops_per_round, 1u + 1u - 1u);
  Ranks const one(line, {3});
  EXPECT_EQ(done_in_network(one, {.operation = Operation::allreduce}).steps, 0u);
}

/// The routers 4 to 7 are the roots of a fat tree.
TEST(InNetwork, DistributesGroupsOverEquallyCentralRouters) {
  RanksOn const tree(topology::KaryNtree({.arity = 4, .levels = 2}));
  InNetwork const algorithm(InNetwork::Params{});
  for (std::uint32_t group = 0; group < 9; ++group) EXPECT_EQ(algorithm.center(tree, group), 4 + group % 4);
  EXPECT_EQ(InNetwork({.router = 6}).center(tree, 3), 6u);
  // Fewer ranks than routers: the ranks of leaf 1, then also one rank of another leaf.
  auto const vertex = [&](std::uint32_t e) { return tree.network().vertex(TerminalId{e}); };
  EXPECT_EQ(algorithm.center(Ranks(tree, {vertex(4), vertex(5), vertex(7)})), 1u);
  EXPECT_EQ(algorithm.center(Ranks(tree, {vertex(4), vertex(5), vertex(8)})), 4u);
}

TEST(InNetwork, RejectsUnsupportedMachines) {
  RanksOn const one_way(topology::Kautz({.degree = 2, .length = 2}));
  auto const on = [](Ranks const& machine, std::string const& algorithm) {
    return complaint_of(
        [&] { make_algorithm(Spec::parse(algorithm))->check(machine, {.operation = Operation::allreduce}); });
  };
  EXPECT_NE(on(one_way, "in_network").find("needs channels in both directions); use single_tree"),
            std::string::npos);
  RanksOn const line(topology::Mesh({.sides = {7}}));
  EXPECT_NE(on(line, "in_network:router=7").find("in_network:router=7 (must be in [0, 6]"),
            std::string::npos);
  EXPECT_FALSE(InNetwork::serves(Operation::scatter));
}

}  // namespace
}  // namespace weft::collective
