// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "support/ranks_on.hpp"
#include "weft/collective/bounds.hpp"
#include "weft/collective/catalog.hpp"
#include "weft/topology/family/binary_tree.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/complete.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/hypercube.hpp"
#include "weft/topology/family/hyperx.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/kautz.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/ring.hpp"
#include "weft/topology/family/slim_fly.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::collective {
namespace {

/// Returns small machines of various kinds: grids, hierarchies, indirect and directed networks, several
/// terminals per router, different channel bandwidths, numbers of terminals that are not powers of two, a
/// single terminal.
std::vector<RanksOn> machines() {
  std::vector<RanksOn> all;
  all.emplace_back(topology::Torus({.sides = {1}}));
  all.emplace_back(topology::Torus({.sides = {5}}));
  all.emplace_back(topology::Torus({.sides = {3, 4}}));
  all.emplace_back(topology::Torus({.sides = {4, 3, 3}}));
  all.emplace_back(topology::Torus({.sides = {2, 4}}));
  all.emplace_back(topology::Torus({.sides = {3, 3}, .concentration = 2}));
  all.emplace_back(topology::Mesh({.sides = {3, 5}}));
  all.emplace_back(topology::Ring({.routers = 6}));
  all.emplace_back(topology::Hypercube({.dimensions = 4}));
  all.emplace_back(topology::Hyperx({.sides = {3, 4}, .terminals = 1}));
  all.emplace_back(topology::Complete({.routers = 7}));
  all.emplace_back(topology::Clex({.m = 3, .levels = 2}));
  all.emplace_back(topology::Clex({.m = 2, .levels = 3}));
  all.emplace_back(topology::KaryNtree({.arity = 2, .levels = 3}));
  all.emplace_back(topology::Dragonfly({.p = 1, .a = 3, .h = 1}));
  all.emplace_back(topology::SlimFly({.q = 4}));
  all.emplace_back(topology::Kautz({.degree = 2, .length = 2}));
  all.emplace_back(topology::BinaryTree({.height = 3}));
  return all;
}

/// Executes every operation that an algorithm supports, with `task`, on every machine that it supports.
/// Returns the number of executions.
int execute_all(Task task, std::vector<RanksOn> const& machines, std::string const& algorithm) {
  int executed = 0;
  auto const it = make_algorithm(Spec::parse(algorithm));
  for (auto const& machine : machines)
    for (auto const& listed : enum_values<Operation>) {
      task.operation = listed.value;
      task.root %= machine.size();
      if (!it->serves(task.operation)) continue;
      if (!task.receivers.empty() && task.operation != Operation::broadcast) continue;
      try {
        it->check(machine, task);
      } catch (InputError const& error) {
        EXPECT_NE(std::string(error.what()).find(it->name()), std::string::npos) << error.what();
        continue;
      }
      auto const execution = execute_plan(machine, algorithm, task);
      EXPECT_FALSE(execution.violation) << algorithm << " " << listed.name << " on "
                                        << machine.machine().spec() << ": " << execution.violation->what;
      ++executed;
    }
  return executed;
}

class AlgorithmContract : public testing::TestWithParam<std::string> {};

TEST_P(AlgorithmContract, ExecutesEveryOperation) {
  auto const all = machines();
  for (std::uint32_t const packets : {1, 2, 7})
    for (std::uint32_t const root : {0, 5})
      EXPECT_GT(execute_all({.root = root, .packets = packets}, all, GetParam()), 0);
}

TEST_P(AlgorithmContract, RespectsTheLimitOfSends) {
  auto const all = machines();
  for (std::uint32_t const sends : {1, 2, 3})
    EXPECT_GT(execute_all({.root = 1, .packets = 5, .sends = sends}, all, GetParam()), 0);
}

TEST_P(AlgorithmContract, SupportsReceiverSubsets) {
  auto const all = machines();
  for (auto const& machine : all) {
    if (machine.size() < 3 || !make_algorithm(Spec{GetParam(), {}})->serves(Operation::broadcast)) continue;
    auto const ranks = machine.size();
    execute_all({.root = 1, .receivers = {0, ranks / 2, ranks - 1}, .packets = 4}, {machine}, GetParam());
  }
}

TEST_P(AlgorithmContract, AcceptsARoutingOrReportsOwnPaths) {
  for (auto const* routing : {"valiant", "minimal"}) {
    auto all = machines();
    for (auto& machine : all) machine.route_by(Spec{routing, {}});
    bool const is_own =
        std::ranges::count(std::array<std::string, 6>{"single_tree", "arc_disjoint_trees", "packed_trees",
                                                      "in_network", "clex_flooding", "dimension_rings"},
                           GetParam()) > 0;
    EXPECT_EQ(execute_all({.packets = 3}, all, GetParam()) > 0, !is_own);
    bool const has_embedding = GetParam() != "scatter_allgather";  // supports only rounds
    if (is_own || !has_embedding) continue;
    for (auto const* embedding : {"rounds", "slots"})
      EXPECT_GT(execute_all({.packets = 2}, all, GetParam() + ":embedding=" + embedding), 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Catalog, AlgorithmContract, testing::ValuesIn(CollectiveAlgorithms::names()));

}  // namespace
}  // namespace weft::collective
