// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/trees/group_trees.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/flit_setup.hpp"
#include "support/group_trees.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/ring.hpp"

namespace weft::flit {
namespace {

/// Returns options with all `vcs` virtual channels reserved for trees.
FlitParams only_for_trees(std::int64_t vcs = 4) {
  Given<FlitParams> params;
  set_timed_defaults(params);
  params.flow = FlowControl::cut_through;
  params.vcs = vcs;
  params.tree_vcs = static_cast<std::uint32_t>(vcs);
  return params;
}

std::string rejection_by(FlitSetup const& setup, FlitParams const& params, std::vector<GroupTree> trees) {
  return complaint_of([&] { GroupTrees(*setup.flit_network, params, std::move(trees)); });
}

TEST(GroupTrees, JunctionsConnectInputsAndOutputsAtEachRouter) {
  auto const setup = flit_setup(topology::Mesh({.sides = {3}}), "dimension_order");
  auto const& network = *setup.flit_network;
  GroupTrees const trees(network, only_for_trees(), {allreduce_tree(network, 1), broadcast_tree(network, 0)});
  auto const at = [&](std::uint32_t in, std::uint32_t tree) {
    return trees.junctions()[trees.junction_at(in, tree)];
  };
  auto const sorted = [](std::span<std::uint32_t const> list) {
    std::vector<std::uint32_t> all(list.begin(), list.end());
    std::ranges::sort(all);
    return all;
  };
  auto const between = [&](std::uint32_t from, std::uint32_t to) {
    return channel_between(network, from, to);
  };
  auto const middle = at(network.injection_port(1), 0);
  EXPECT_EQ(middle.router, 1);
  EXPECT_EQ(
      sorted(trees.ins(middle)),
      (std::vector{network.target(between(0, 1)), network.target(between(2, 1)), network.injection_port(1)}));
  EXPECT_EQ(sorted(trees.outs(middle)),
            (std::vector{between(1, 0), between(1, 2), network.ejection_port(1)}));
  auto const up = at(network.injection_port(2), 0), down = at(network.target(between(1, 2)), 0);
  EXPECT_EQ(sorted(trees.outs(up)), std::vector{between(2, 1)});
  EXPECT_EQ(sorted(trees.outs(down)), std::vector{network.ejection_port(2)});
  auto const of_other = at(network.target(between(0, 1)), 1);
  EXPECT_EQ(sorted(trees.outs(of_other)), (std::vector{between(1, 2), network.ejection_port(1)}));
  EXPECT_EQ(trees.junctions().size(), 5u + 3u);
  auto const of_last = trees.junctions_of({2, 3});
  EXPECT_EQ(of_last.last - of_last.first, 3u);
}

TEST(GroupTrees, BroadcastsInOneSpanningTreeShareVirtualChannels) {
  auto const setup = flit_setup(topology::Mesh({.sides = {4, 4}}), "dimension_order");
  auto const& network = *setup.flit_network;
  auto const links = spanning_tree(network, 5);
  std::vector<GroupTree> all;
  for (std::uint32_t e = 0; e < network.num_terminals(); ++e)
    all.push_back(tree_around(network, links, e, {e}, everyone(network)));
  GroupTrees const trees(network, only_for_trees(), all);
  for (std::uint32_t t = 0; t < trees.size(); ++t) {
    EXPECT_EQ(trees.vcs(t).first, 0);
    EXPECT_EQ(trees.vcs(t).count, 4) << "there is no cycle in one spanning tree";
  }
}

/// On a ring of four routers, a packet that waits for the next channel occupies one; four such trees form a
/// cycle.
TEST(GroupTrees, ACycleOfBranchesNeedsMoreVirtualChannels) {
  auto const setup = flit_setup(topology::Ring({.routers = 4}), "dimension_order");
  auto const& network = *setup.flit_network;
  std::vector<GroupTree> all;
  for (std::uint32_t r = 0; r < 4; ++r) {
    GroupTree tree{r, {r}, {(r + 2) % 4}, {}, {}};
    for (std::uint32_t k = 0; k < 2; ++k)
      tree.down.push_back(channel_between(network, (r + k) % 4, (r + k + 1) % 4));
    all.push_back(tree);
  }
  GroupTrees const trees(network, only_for_trees(), all);
  EXPECT_EQ(trees.vcs(0).count, 2);
  for (std::uint32_t t = 0; t < 3; ++t) EXPECT_EQ(trees.vcs(t).first, 0);
  EXPECT_EQ(trees.vcs(3).first, 2);
  EXPECT_EQ(
      rejection_by(setup, only_for_trees(1), all),
      "engine: 4 trees need more virtual channels (2 virtual channels must be reserved for them to prevent deadlock, but there are 1); use vcs=2");
}

/// Two reductions whose packets arrive in different orders at two inputs would wait for each other.
TEST(GroupTrees, OverlappingReductionTreesDoNotShareVirtualChannels) {
  auto const setup = flit_setup(topology::Mesh({.sides = {4, 4}}), "dimension_order");
  auto const& network = *setup.flit_network;
  std::vector<GroupTree> all{allreduce_tree(network, 5), allreduce_tree(network, 5),
                             allreduce_tree(network, 10)};
  auto params = only_for_trees(8);
  params.tree_vcs = 7;
  GroupTrees const trees(network, params, all);
  for (std::uint32_t t = 0; t < 3; ++t) {
    EXPECT_EQ(trees.vcs(t).first, 1 + 2 * t) << "the lowest one is for other packets";
    EXPECT_EQ(trees.vcs(t).count, 2);
  }
  auto const links = spanning_tree(network, 0);
  std::vector<GroupTree> const apart{tree_around(network, links, 0, {0, 1}, {0, 1}),
                                     tree_around(network, links, 3, {2, 3}, {2, 3})};
  GroupTrees const of_groups(network, only_for_trees(), apart);
  for (std::uint32_t t = 0; t < 2; ++t) EXPECT_EQ(of_groups.vcs(t).count, 4) << "no channel in common";
}

TEST(GroupTrees, RejectsUnsupportedOptions) {
  auto const setup = flit_setup(topology::Mesh({.sides = {4}}), "dimension_order");
  std::vector<GroupTree> const trees{broadcast_tree(*setup.flit_network, 0)};
  auto const with = [&](auto change) {
    auto params = only_for_trees();
    change(params);
    return rejection_by(setup, params, trees);
  };
  EXPECT_EQ(with([](FlitParams&) {}), "none");
  EXPECT_EQ(
      with([](FlitParams& it) { it.flow = FlowControl::wormhole; }),
      "engine: flow=wormhole conflicts with in-network reduction (a buffer must hold a whole packet while it waits for a branch); use flow=cut_through");
  EXPECT_EQ(
      with([](FlitParams& it) { it.packet_size = {9}; }),
      "engine: vc_buffer=8 conflicts with in-network reduction (a buffer must hold a whole packet of 9 flits while it waits for a branch); use vc_buffer=9");
  EXPECT_EQ(
      with([](FlitParams& it) { it.sending = Sending::interleaved; }),
      "engine: sending=interleaved conflicts with in-network reduction (all senders of a tree must send in the same "
      "order); use sending=in_order");
  EXPECT_NE(with([](FlitParams& it) { it.window = 4; }).find("acknowledgments"), std::string::npos);
  EXPECT_NE(with([](FlitParams& it) { it.throttle = 0.5; }).find("acknowledgments"), std::string::npos);
  EXPECT_NE(with([](FlitParams& it) { it.interval_pairs = true; }).find("several destinations"),
            std::string::npos);
}

TEST(GroupTrees, RejectsInvalidTrees) {
  auto const setup = flit_setup(topology::Mesh({.sides = {4}}), "dimension_order");
  auto const& network = *setup.flit_network;
  auto tree = broadcast_tree(network, 0);
  tree.down.pop_back();
  EXPECT_THROW(GroupTrees(network, only_for_trees(), {tree}), std::logic_error);
}

}  // namespace
}  // namespace weft::flit
