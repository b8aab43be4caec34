// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "support/ranks_on.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/complete.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/hypercube.hpp"
#include "weft/topology/family/hyperx.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/kautz.hpp"
#include "weft/topology/family/leiserson_fat_tree.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/slim_fly.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::collective {
namespace {

/// Returns small machines of various kinds, with 1 to 32 ranks.
std::vector<RanksOn> rank_machines() {
  std::vector<RanksOn> all;
  all.emplace_back(topology::Torus({.sides = {1}}));
  all.emplace_back(topology::Torus({.sides = {2}}));
  all.emplace_back(topology::Torus({.sides = {7}}));
  all.emplace_back(topology::Torus({.sides = {4, 4}}));
  all.emplace_back(topology::Torus({.sides = {3, 2, 3}}));
  all.emplace_back(topology::Torus({.sides = {2, 3}, .concentration = 2}));
  all.emplace_back(topology::Torus({.sides = {2, 2}, .doubled = true}));
  all.emplace_back(topology::Mesh({.sides = {3, 5}}));
  all.emplace_back(topology::Hypercube({.dimensions = 4}));
  all.emplace_back(topology::Hyperx({.sides = {4, 4}, .parallel = 2, .terminals = 1}));
  all.emplace_back(topology::Complete({.routers = 6}));
  all.emplace_back(topology::Clex({.m = 3, .levels = 3}));
  all.emplace_back(topology::Clex({.m = 3, .levels = 2, .links = topology::Links::single}));
  all.emplace_back(topology::Clex({.m = 2, .levels = 3, .landing = topology::Landing::high}));
  all.emplace_back(topology::Clex({.m = 3, .levels = 2, .bandwidth = {0.25, 0.4}}));
  all.emplace_back(topology::KaryNtree({.arity = 2, .levels = 3}));
  all.emplace_back(topology::Dragonfly({.p = 1, .a = 3, .h = 1}));
  all.emplace_back(topology::SlimFly({.q = 4}));
  all.emplace_back(topology::Kautz({.degree = 2, .length = 2}));
  all.emplace_back(topology::LeisersonFatTree({.leaves = 8, .growth = 1.587}));
  return all;
}

class RankAlgorithms : public testing::TestWithParam<std::string> {
 protected:
  /// Executes every operation that the algorithm supports, with `task`, on every machine that it supports.
  void execute_all(Task task) const {
    int executed = 0;
    auto const it = make_algorithm(Spec::parse(GetParam()));
    for (auto const& machine : rank_machines())
      for (auto const& listed : enum_values<Operation>) {
        task.operation = listed.value;
        if (!it->serves(task.operation) || task.root >= machine.size()) continue;
        try {
          it->check(machine, task);
        } catch (InputError const&) { continue; }
        auto const execution = execute_plan(machine, GetParam(), task);
        EXPECT_FALSE(execution.violation)
            << GetParam() << " " << listed.name << " on " << machine.machine().spec() << ", "
            << machine.size() << " ranks: " << execution.violation->what;
        EXPECT_GE(execution.blocks_per_message, task.operation == Operation::barrier ? 1 : task.packets);
        ++executed;
      }
    EXPECT_GT(executed, 0);
  }
};

TEST_P(RankAlgorithms, ExecuteTheirOperations) {
  for (std::uint32_t const packets : {1, 3})
    for (std::uint32_t const root : {0, 4}) execute_all({.root = root, .packets = packets});
}

TEST_P(RankAlgorithms, RespectTheLimitOfSends) {
  for (std::uint32_t const sends : {1, 2}) execute_all({.packets = 2, .sends = sends});
}

TEST_P(RankAlgorithms, ExecuteWithCutThrough) {
  for (std::uint32_t const sends : {0, 2})
    execute_all({.packets = 3, .sends = sends, .switching = Switching::cut_through});
}

std::vector<std::string> specs() {
  std::vector<std::string> specs;
  for (std::string const embedding : {"embedding=rounds", "embedding=slots"}) {
    for (std::string const name :
         {"binomial", "recursive_doubling", "rabenseifner", "bruck", "dissemination"})
      specs.push_back(name + ":" + embedding);
    for (std::string const order : {"neighbors", "plain"})
      for (std::string const ways : {"one", "both"})
        specs.push_back("ring:order=" + order + ",ways=" + ways + "," + embedding);
    for (std::string const ties : {"plus", "split"}) {
      specs.push_back("direct:ties=" + ties + "," + embedding);
      specs.push_back("pairwise:ties=" + ties + "," + embedding);
    }
    for (std::string const draw : {"order", "intermediate"})
      specs.push_back("randomized:draw=" + draw + "," + embedding);
    for (std::string const orders : {"one", "all"})
      for (std::string const ways : {"one", "both"})
        specs.push_back("dimension_rings:orders=" + orders + ",ways=" + ways + "," + embedding);
  }
  return specs;
}

INSTANTIATE_TEST_SUITE_P(All, RankAlgorithms, testing::ValuesIn(specs()));

}  // namespace
}  // namespace weft::collective
