// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "weft/collective/any_algorithm.hpp"
#include "weft/collective/ranks.hpp"
#include "weft/collective/trees/tree.hpp"
#include "weft/collective/trees/tree_algorithms.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/topologies.hpp"

namespace weft::collective {
namespace {

/// Host 0 has a link to each of two planes, with one tree in each. If the links 9-13 and 9-15 fail, one plane
/// ends at switch 9, and a second tree could reach the other half only through a host. If 0-8 and 1-9 fail,
/// only a host connects hosts 0 and 1.
TEST(HostTrees, AvoidHosts) {
  auto const trees = [](std::string const& fail) {
    auto const rest = remaining(make_topology("xgft:children=4x2,parents=2x2"), {.fail = fail});
    Ranks const ranks{Machine(rest)};
    return pack_trees(ranks.network(), 0, TreeDirection::down, ranks.vertices()).size();
  };
  EXPECT_EQ(trees(""), 2U);
  EXPECT_EQ(trees("9-13+9-15"), 1U);
  EXPECT_EQ(trees("0-8+1-9"), 0U);
  auto const rest = remaining(make_topology("xgft:children=4x2,parents=2x2"), {.fail = "0-8+1-9"});
  Ranks const ranks{Machine(rest)};
  for (auto const& node : breadth_first_tree(ranks.network(), 0, TreeDirection::down).nodes)
    EXPECT_NE(node.vertex, 1U);
}

/// The center of a tree of switches is a switch.
TEST(HostTrees, HaveSwitchesAsRootsInTheNetwork) {
  Ranks const ranks{Machine(make_topology("xgft:children=4x2,parents=2x2"))};
  Task const task{.operation = Operation::allreduce};
  auto const plan = make_algorithm(Spec::parse("in_network"))->plan(ranks, task);
  EXPECT_NE(plan.text.find("around router 12"), std::string::npos) << plan.text;
  auto const at_host = make_algorithm(Spec::parse("in_network:router=0"));
  EXPECT_EQ(complaint_of([&] { at_host->check(ranks, task); }),
            "in_network:router=0 (the router is a host, which does not forward); use a switch");
}

}  // namespace
}  // namespace weft::collective
