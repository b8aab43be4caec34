// SPDX-License-Identifier: Apache-2.0
// Packets along trees: replication and reduction in routers.

#include "weft/engine/flit/trees/tree_stage.hpp"

#include <numeric>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/flit_delays.hpp"
#include "support/flit_rules.hpp"
#include "support/group_trees.hpp"
#include "support/list_traffic.hpp"
#include "weft/core/random.hpp"
#include "weft/engine/flit/message_simulation.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/ring.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::flit {
namespace {

/// Returns options with packets of 8 flits of 10 bytes, and `tree_vcs` of the 4 virtual channels reserved for
/// trees.
FlitParams with_tree_vcs(std::uint32_t tree_vcs = 4) {
  Given<FlitParams> params;
  set_timed_defaults(params);
  params.flow = FlowControl::cut_through;
  params.flit_bytes = 10;
  params.tree_vcs = tree_vcs;
  return params;
}

/// Returns the cycles from the start of a message of `bytes` bytes along `tree` to its last arrival.
std::uint64_t cycles_along(FlitSetup const& setup, FlitParams const& params, GroupTree const& tree,
                           double bytes) {
  GroupTrees const trees(*setup.flit_network, params, {tree});
  MessageSimulation simulation(*setup.flit_network, *setup.routing, params, 1, 1, &trees);
  simulation.send_along_tree({.start = 1000, .bytes = bytes});
  auto const arrivals = simulation.advance_to_arrival(100'000'000);
  EXPECT_EQ(arrivals.size(), 1u);
  return simulation.now() - 1000;
}

/// A router takes 4 cycles, the terminals 2, and each further flit one, for any packet size. Replication and
/// reduction cost no time in an idle network.
TEST(TreeStage, MatchesTheClosedFormInAnIdleNetwork) {
  auto const params = with_tree_vcs();
  auto const setup = flit_setup(topology::Mesh({.sides = {8}}), "dimension_order", params);
  auto const& network = *setup.flit_network;
  auto const links = spanning_tree(network, 0);
  auto const to_first = tree_around(network, links, 0, {1, 2, 3, 4, 5, 6, 7}, {0});
  for (auto const& [bytes, flits] : {std::pair{0.0, 1}, {10.0, 1}, {80.0, 8}, {81.0, 9}, {12345.0, 1235}}) {
    EXPECT_EQ(cycles_along(setup, params, broadcast_tree(network, 0), bytes), 4 * 8 + 2 + flits - 1) << bytes;
    EXPECT_EQ(cycles_along(setup, params, broadcast_tree(network, 3), bytes), 4 * 5 + 2 + flits - 1) << bytes;
    EXPECT_EQ(cycles_along(setup, params, to_first, bytes), 4 * 8 + 2 + flits - 1) << bytes;
    // The path from terminal 7 goes up 4 routers to router 3, and down 4 others back to the terminal.
    EXPECT_EQ(cycles_along(setup, params, allreduce_tree(network, 3), bytes), 4 * 9 + 2 + flits - 1) << bytes;
  }
}

/// Routers 6 to 1 reduce on the path from terminal 7 to 0; router 0 does not.
TEST(TreeStage, AddsTheReductionDelayAtEachReducingRouter) {
  auto params = with_tree_vcs();
  params.reduction_delay = 5;
  auto const setup = flit_setup(topology::Mesh({.sides = {8}}), "dimension_order", params);
  auto const& network = *setup.flit_network;
  auto const to_first = tree_around(network, spanning_tree(network, 0), 0, {1, 2, 3, 4, 5, 6, 7}, {0});
  EXPECT_EQ(cycles_along(setup, params, to_first, 80), 4 * 8 + 2 + 7 + 6 * 5);
  EXPECT_EQ(cycles_along(setup, params, broadcast_tree(network, 0), 80), 4 * 8 + 2 + 7);
}

/// Draws random delays of the router stages.
FlitParams any_tree_delays() {
  auto params = with_tree_vcs();
  draw_delays(params);
  params.reduction_delay = static_cast<std::uint32_t>(*rc::gen::inRange(0, 9));
  params.vc_buffer = 200;
  params.hold_switch_for_packet = *rc::gen::arbitrary<bool>();
  params.atomic_vcs = *rc::gen::arbitrary<bool>();
  params.speculative = *rc::gen::element(Speculation::off, Speculation::on, Speculation::ideal);
  params.speedup = *rc::gen::inRange(1, 3);
  params.output_speedup = *rc::gen::inRange(1, 3);
  return params;
}

std::vector<std::uint32_t> any_terminals(std::uint32_t terminals, std::size_t minimum) {
  std::vector<std::uint32_t> some(terminals);
  std::iota(some.begin(), some.end(), 0u);
  for (std::size_t i = 0; i + 1 < some.size(); ++i)
    std::swap(some[i], some[*rc::gen::inRange(i, some.size())]);
  some.resize(*rc::gen::inRange(minimum, some.size() + 1));
  return some;
}

/// Reference for the number of cycles until a packet has arrived at all receivers: the maximum over the paths
/// from each sender to each receiver.
class PathsOneByOne {
 public:
  PathsOneByOne(FlitSetup const& setup, FlitParams const& params, std::vector<std::uint32_t> const& parent,
                GroupTree const& tree)
      : setup_(setup), params_(params), parent_(parent), tree_(tree) {}

  std::uint64_t latest() const {
    auto const& network = *setup_.flit_network;
    std::int64_t latest = 0;
    for (auto const from : tree_.senders)
      for (auto const to : tree_.receivers) {
        auto const up = path_in(parent_, network.injection_router(from), tree_.root),
                   down = path_in(parent_, tree_.root, network.router_of_out(network.ejection_port(to)));
        std::int64_t cycles = params_.injection_latency + params_.ejection_latency + params_.packet_size[0];
        for (auto const r : up) cycles += router() + (adds(r) ? params_.reduction_delay : 0);
        cycles += router() * static_cast<std::int64_t>(down.size() - 1);
        for (auto const* path : {&up, &down})
          for (std::size_t i = 1; i < path->size(); ++i)
            cycles += network.latency(channel_between(network, (*path)[i - 1], (*path)[i]));
        latest = std::max(latest, cycles);
      }
    return static_cast<std::uint64_t>(latest);
  }

 private:
  std::int64_t router() const {
    return params_.routing_delay + params_.vc_allocation_delay + params_.switch_allocation_delay +
           params_.switch_delay - (params_.speedup > 1 ? 1 : 0);
  }
  /// Returns whether packets of several senders are combined in a router, i.e. arrive at different inputs.
  bool adds(std::uint32_t router) const {
    std::set<std::int64_t> sides;
    for (auto const from : tree_.senders) {
      auto const path = path_in(parent_, setup_.flit_network->injection_router(from), tree_.root);
      for (std::size_t i = 0; i < path.size(); ++i)
        if (path[i] == router) sides.insert(i == 0 ? -1 - std::int64_t{from} : std::int64_t{path[i - 1]});
    }
    return sides.size() > 1;
  }

  FlitSetup const& setup_;
  FlitParams const& params_;
  std::vector<std::uint32_t> const& parent_;
  GroupTree const& tree_;
};

void expect_latest_path(weft::Machine const& machine, std::string const& routing) {
  auto const params = any_tree_delays();
  auto setup = flit_setup(machine, routing, params);
  for (auto& it : setup.times.latency) it = static_cast<std::uint32_t>(*rc::gen::inRange(1, 8));
  setup.times.injection = static_cast<std::uint32_t>(params.injection_latency);
  setup.times.ejection = static_cast<std::uint32_t>(params.ejection_latency);
  setup.rebuild();
  auto const& network = *setup.flit_network;
  auto const parent = spanning_tree(network, *rc::gen::inRange(0u, network.num_routers()));
  auto const root = *rc::gen::inRange(0u, network.num_routers());
  auto const tree = tree_around(network, parent, root, any_terminals(network.num_terminals(), 1),
                                any_terminals(network.num_terminals(), 1));
  auto const bytes = static_cast<double>(10 * params.packet_size[0]);
  auto const latest = PathsOneByOne(setup, params, parent, tree).latest();
  RC_ASSERT(cycles_along(setup, params, tree, bytes) == latest);
  GroupTrees const trees(network, params, {tree});
  RC_ASSERT(trees.min_cycles(network, router_options(params), 0,
                             static_cast<std::uint64_t>(params.packet_size[0])) == latest);
}

RC_GTEST_PROP(TreeStage, MatchesTheLongestPathInAnIdleNetwork, ()) {
  expect_latest_path(machine_of(topology::Torus({.sides = {4, 3}, .concentration = 2})), "dimension_order");
  expect_latest_path(machine_of(topology::KaryNtree({.arity = 3, .levels = 2})), "nearest_common_ancestor");
}

/// Simulation of messages along trees and to single terminals.
class TreeRun {
 public:
  TreeRun(FlitSetup const& setup, FlitParams const& params, std::vector<GroupTree> trees,
          std::uint32_t partitions = 1)
      : network_(*setup.flit_network),
        params_(params),
        trees_(network_, params, std::move(trees)),
        silent_(std::vector<std::vector<std::uint32_t>>(network_.num_terminals())),
        simulation(network_, *setup.routing, silent_, params, 1, partitions, CoreChoice::fastest, &trees_),
        expected_sent(network_.num_out()),
        expected_at(network_.num_terminals()) {
    simulation.measure(everything());
  }

  void send_along(std::uint32_t tree, std::uint64_t flits) {
    auto const vcs = trees_.vcs(tree);
    auto const& it = trees_[tree];
    auto const turn = static_cast<std::uint8_t>(sent_.size() % vcs.count);
    for (auto const e : it.senders)
      simulation.send(e, {simulation.now(), flits, tree, next(), vcs.first, vcs.count, turn});
    for (auto const* list : {&it.up, &it.down})
      for (auto const out : *list) expected_sent[out] += flits;
    for (auto const e : it.receivers) {
      expected_sent[network_.ejection_port(e)] += flits;
      expected_at[e] += flits;
    }
    sent_.push_back(packets(flits) * it.receivers.size());
  }
  void send(std::uint32_t from, std::uint32_t to, std::uint64_t flits) {
    simulation.send(from, {simulation.now(), flits, to, next()});
    expected_at[to] += flits;
    sent_.push_back(packets(flits));
  }

  /// Expects that every receiver has received every flit once, that no channel of a tree carried a flit
  /// twice, and that the network is empty.
  void expect_all_once(bool only_trees) {
    simulation.advance(1);  // messages that start in this cycle wait
    run_out(simulation);
    expect_as_new(simulation);
    std::vector<Simulation::DeliveredPacket> delivered;
    simulation.drain_delivered(delivered);
    std::vector<std::uint64_t> arrived(sent_.size());
    for (auto const& it : delivered) ++arrived[it.message];
    EXPECT_EQ(arrived, sent_);
    EXPECT_EQ(simulation.accepted_by_terminal(), expected_at);
    if (only_trees) { EXPECT_EQ(simulation.sent(), expected_sent); }
  }

 private:
  std::uint32_t next() const { return static_cast<std::uint32_t>(sent_.size()); }
  std::uint64_t packets(std::uint64_t flits) const {
    auto const longest = static_cast<std::uint64_t>(params_.packet_size[0]);
    return (flits + longest - 1) / longest;
  }

  FlitNetwork const& network_;
  FlitParams const params_;
  GroupTrees const trees_;
  ListTraffic const silent_;
  std::vector<std::uint64_t> sent_;  // expected packets, by message

 public:
  Simulation simulation;
  std::vector<std::uint64_t> expected_sent, expected_at;
};

TEST(TreeStage, DeliversEachFlitOnceToEachReceiver) {
  auto const params = with_tree_vcs();
  for (auto const& [machine, routing] :
       {std::pair{machine_of(topology::Torus({.sides = {4, 4}})), "dimension_order"},
        {machine_of(topology::Dragonfly({})), "minimal"},
        {machine_of(topology::KaryNtree({.arity = 3, .levels = 3})), "nearest_common_ancestor"}}) {
    auto const setup = flit_setup(machine, routing, params);
    auto const& network = *setup.flit_network;
    auto const links = spanning_tree(network, 2);
    auto const all = everyone(network);
    for (auto const& tree : {broadcast_tree(network, 3), tree_around(network, links, 0, {5}, {1, 2, 7}),
                             tree_around(network, links, 1, all, {0}), allreduce_tree(network, 4)}) {
      TreeRun run(setup, params, {tree});
      EXPECT_FALSE(run.simulation.is_masked());
      run.send_along(0, 1);
      run.send_along(0, 8);
      run.send_along(0, 77);
      run.expect_all_once(true);
    }
  }
}

/// Concurrent trees of all kinds: their packets compete for channels, and the copies for buffers.
TEST(TreeStage, DeliversThePacketsOfManyConcurrentTrees) {
  auto params = with_tree_vcs(4);
  auto const setup = flit_setup(topology::Torus({.sides = {4, 4}}), "dimension_order", params);
  auto const& network = *setup.flit_network;
  auto const links = spanning_tree(network, 0);
  std::vector<GroupTree> trees;
  for (std::uint32_t e = 0; e < network.num_terminals(); ++e)
    trees.push_back(tree_around(network, links, e, {e}, everyone(network)));
  trees.push_back(tree_around(network, links, 5, everyone(network), everyone(network)));
  trees.push_back(tree_around(network, links, 0, everyone(network), {0}));
  TreeRun run(setup, params, trees);
  for (int times = 0; times < 3; ++times)
    for (std::uint32_t t = 0; t < trees.size(); ++t) run.send_along(t, 1 + 5 * t);
  for (int k = 0; k < 40; ++k) {
    run.simulation.advance(11);
    expect_orderly(run.simulation);
  }
  run.expect_all_once(true);
}

/// Trees with random members and roots: reductions that share routers wait for packets of different senders.
RC_GTEST_PROP(TreeStage, DeliversThePacketsOfRandomConcurrentTrees, ()) {
  auto params = with_tree_vcs(8);
  params.vcs = 8;
  auto const setup =
      flit_setup(topology::KaryNtree({.arity = 3, .levels = 2}), "nearest_common_ancestor", params);
  auto const& network = *setup.flit_network;
  std::vector<GroupTree> trees;
  for (int t = 0; t < 8; ++t) {
    auto const links = spanning_tree(network, *rc::gen::inRange(0u, network.num_routers()));
    trees.push_back(tree_around(network, links, *rc::gen::inRange(0u, network.num_routers()),
                                any_terminals(network.num_terminals(), 1),
                                any_terminals(network.num_terminals(), 1)));
  }
  TreeRun run(setup, params, trees);
  for (int k = 0; k < 60; ++k) run.send_along(*rc::gen::inRange(0u, 8u), *rc::gen::inRange(1u, 60u));
  run.expect_all_once(true);
  RC_ASSERT(!::testing::Test::HasFailure());
}

/// Trees that cover half a ring, one from each router: on a single virtual channel, each would wait for
/// buffers that the next one occupies.
TEST(TreeStage, ARingOfTreesDoesNotDeadlock) {
  auto params = with_tree_vcs();
  params.vcs = 2;
  params.tree_vcs = 2;
  auto const setup = flit_setup(topology::Ring({.routers = 8}), "dimension_order", params);
  auto const& network = *setup.flit_network;
  std::vector<GroupTree> trees;
  for (std::uint32_t r = 0; r < 8; ++r) {
    GroupTree tree{.root = r, .senders = {r}};
    for (std::uint32_t k = 0; k < 4; ++k) {
      tree.down.push_back(channel_between(network, (r + k) % 8, (r + k + 1) % 8));
      tree.receivers.push_back((r + k + 1) % 8);
    }
    trees.push_back(tree);
  }
  TreeRun run(setup, params, trees);
  for (std::uint32_t t = 0; t < 8; ++t) run.send_along(t, 800);
  run.expect_all_once(true);
}

/// Concurrent packets on other virtual channels fill the network.
TEST(TreeStage, SharesChannelsWithOtherPackets) {
  for (auto const allocator : {AllocatorKind::islip, AllocatorKind::wavefront})
    for (bool const special : {false, true}) {
      auto params = with_tree_vcs(2);
      params.vcs = 4;
      params.allocator = allocator;
      params.reduction_delay = 3;
      params.atomic_vcs = special;
      params.shared_buffer = special ? 10 : 0;
      params.hold_switch_for_packet = special;
      params.speedup = special ? 2 : 1;
      params.speculative = special ? Speculation::on : Speculation::off;
      auto const setup = flit_setup(topology::Torus({.sides = {4, 4}}), "dimension_order", params);
      auto const& network = *setup.flit_network;
      auto const links = spanning_tree(network, 6);
      std::vector<GroupTree> trees{tree_around(network, links, 9, everyone(network), everyone(network))};
      for (std::uint32_t e = 0; e < 16; ++e)
        trees.push_back(tree_around(network, links, e, {e}, everyone(network)));
      TreeRun run(setup, params, trees);
      EndlessUniform const random(16, 5);
      for (std::uint32_t k = 0; k < 30; ++k) {
        for (std::uint32_t e = 0; e < 16; ++e) run.send(e, random.nth_destination({e}, k), 1 + (k + e) % 20);
        run.send_along(k % trees.size(), 1 + k);
        run.simulation.advance(1 + k % 13);
        expect_orderly(run.simulation);
      }
      run.expect_all_once(false);
    }
}

/// Messages of one terminal and copies of another terminal's messages share a channel equally.
TEST(TreeStage, AlternatesWithOtherPacketsOnASharedChannel) {
  auto params = with_tree_vcs(2);
  auto const setup = flit_setup(topology::Mesh({.sides = {3}}), "dimension_order", params);
  auto const& network = *setup.flit_network;
  GroupTrees const trees(network, params, {tree_around(network, spanning_tree(network, 0), 1, {1}, {0, 2})});
  MessageSimulation simulation(network, *setup.routing, params, 1, 1, &trees);
  simulation.send({0, 0, 2, 8000, 0});
  simulation.send_along_tree({.bytes = 8000, .name = 1});
  std::vector<std::uint64_t> cycles(2);
  while (simulation.in_progress())
    for (auto const& it : simulation.advance_to_arrival(100'000)) cycles[it.name] = it.cycle;
  for (auto const cycle : cycles) EXPECT_NEAR(static_cast<double>(cycle), 1600 + 14, 10);
}

/// Packets of reductions with different start times wait for each other.
TEST(TreeStage, AReductionWaitsForItsLastSender) {
  auto const params = with_tree_vcs(2);
  auto const setup = flit_setup(topology::Mesh({.sides = {3}}), "dimension_order", params);
  auto const& network = *setup.flit_network;
  GroupTrees const trees(network, params,
                         {tree_around(network, spanning_tree(network, 0), 1, {0, 1, 2}, {0, 1, 2})});
  MessageSimulation simulation(network, *setup.routing, params, 1, 1, &trees);
  simulation.send({0, 2, 0, 4000, 0});  // occupies terminal 2 for 400 cycles
  simulation.send_along_tree({.bytes = 80, .name = 1});
  std::vector<std::uint64_t> cycles(2);
  while (simulation.in_progress())
    for (auto const& it : simulation.advance_to_arrival(100'000)) cycles[it.name] = it.cycle;
  EXPECT_EQ(cycles[0], 4 * 3 + 2 + 399);
  EXPECT_EQ(cycles[1], 400 + 4 * 3 + 2 + 7);
}

/// Returns the names, cycles and router counts of all arrivals, and the flits of each channel.
std::vector<std::uint64_t> trace_of_trees(FlitSetup const& setup, FlitParams const& params,
                                          std::uint32_t partitions) {
  auto const& network = *setup.flit_network;
  auto const links = spanning_tree(network, 1);
  std::vector<GroupTree> list{tree_around(network, links, 3, everyone(network), everyone(network))};
  for (std::uint32_t e = 0; e < network.num_terminals(); e += 3)
    list.push_back(tree_around(network, links, network.injection_router(e), {e}, everyone(network)));
  GroupTrees const trees(network, params, list);
  MessageSimulation simulation(network, *setup.routing, params, 9, partitions, &trees);
  EndlessUniform const random(network.num_terminals(), 3);
  std::uint64_t name = 0;
  for (std::uint32_t k = 0; k < 12; ++k) {
    for (std::uint32_t e = 0; e < network.num_terminals(); ++e)
      simulation.send({17 * k, e, random.nth_destination({e}, k), 10.0 * (1 + (e + k) % 23), name++});
    simulation.send_along_tree({20 * k, k % static_cast<std::uint32_t>(list.size()), 50.0 * k, name++});
  }
  std::vector<std::uint64_t> all;
  while (simulation.in_progress() && simulation.now() < 100'000)
    for (auto const& it : simulation.advance(100'000)) {
      all.push_back(it.name);
      all.push_back(it.cycle);
      all.push_back(it.routers);
    }
  auto const outcome = simulation.outcome();
  all.insert(all.end(), outcome.sent.begin(), outcome.sent.end());
  all.push_back(outcome.left);
  all.push_back(outcome.tally.latency.sum);
  return all;
}

TEST(TreeStage, IsBitIdenticalForAnyNumberOfPartitions) {
  auto params = with_tree_vcs(2);
  params.vcs = 6;
  for (bool const special : {false, true}) {
    params.speedup = special ? 2 : 1;
    params.output_speedup = special ? 2 : 1;
    params.reduction_delay = special ? 4 : 0;
    params.atomic_vcs = special;
    params.shared_buffer = special ? 0 : 9;
    params.arbitration = special ? Arbitration::age : Arbitration::round_robin;
    for (auto const& [machine, routing] :
         {std::pair{machine_of(topology::Torus({.sides = {5, 4}})), "dimension_order"},
          {machine_of(topology::Dragonfly({})), "minimal"}}) {
      auto const setup = flit_setup(machine, routing, params);
      auto const alone = trace_of_trees(setup, params, 1);
      EXPECT_EQ(alone.at(alone.size() - 2), 0u) << "all has arrived";
      for (std::uint32_t const partitions : {2u, 3u, 7u})
        EXPECT_EQ(trace_of_trees(setup, params, partitions), alone);
    }
  }
}

}  // namespace
}  // namespace weft::flit
