// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/sources.hpp"

#include <gtest/gtest.h>

#include "support/flit_rules.hpp"
#include "support/goodness_of_fit.hpp"
#include "support/list_traffic.hpp"
#include "weft/engine/flit/partition.hpp"
#include "weft/topology/family/mesh.hpp"

namespace weft::flit {
namespace {

/// A bench of sources whose flits remain in the injection channels.
struct SourceBench {
  SourceBench(Traffic const& traffic, FlitParams const& params)
      : setup(flit_setup(topology::Mesh({.sides = {static_cast<std::int64_t>(traffic.num_terminals())}}),
                         "dimension_order", params)),
        options(router_options(params)),
        division({setup.flit_network->num_routers()}),
        state(*setup.flit_network, options, setup.routing->traits(), division.of_this_rank()),
        exchange(*setup.flit_network, options, division),
        routers(*setup.flit_network, *setup.routing, options, state, exchange, 0),
        sources(*setup.flit_network, *setup.routing, state, traffic, params, 1, 0,
                setup.flit_network->num_routers()) {}
  void step() { sources.step(now++, routers, window, tally); }
  /// Returns the number of flits that terminal e has sent on VC v.
  std::uint32_t sent(std::uint32_t e, std::uint32_t v) const {
    return state.depth - state.source_credits[e * state.vcs + v];
  }
  std::uint64_t waiting(std::uint64_t from, std::uint64_t to) const {
    std::uint64_t packets = 0;
    sources.add_waiting(from, to, {&packets, 1});
    return packets;
  }
  FlitSetup setup;
  RouterOptions options;
  Division division;
  State state;
  Exchange exchange;
  Partition routers;
  Sources sources;
  Window window{0, ~std::uint64_t{0}, 100};
  Tally tally;
  std::uint64_t now = 0;
};

FlitParams batch(Sides sizes = {1}) {
  FlitParams params;
  params.injection = Injection::batch;
  params.packet_size = std::move(sizes);
  return params;
}

TEST(Sources, UseVirtualChannelsRoundRobin) {
  ListTraffic const traffic({{1, 1, 1, 1, 1}, {}});
  SourceBench bench(traffic, batch());
  std::vector<std::uint32_t> const order{1, 2, 3, 0, 1};
  std::vector<std::uint32_t> sent(4);
  for (auto const v : order) {
    bench.step();
    ++sent[v];
    for (std::uint32_t k = 0; k < 4; ++k) EXPECT_EQ(bench.sent(0, k), sent[k]);
  }
  for (std::uint32_t v = 0; v < 4; ++v) EXPECT_EQ(bench.sent(1, v), 0u);
  EXPECT_EQ(bench.tally.started, 5u);
  EXPECT_EQ(bench.waiting(0, 1), 0u);
}

TEST(Sources, APacketStaysInItsVirtualChannelAndStallsWithoutCredits) {
  auto params = batch({5});
  params.vcs = 2;
  params.vc_buffer = 3;
  ListTraffic const traffic({{1}, {}});
  SourceBench bench(traffic, params);
  for (int k = 0; k < 10; ++k) bench.step();
  EXPECT_EQ(bench.sent(0, 1), 3u);
  EXPECT_EQ(bench.sent(0, 0), 0u);
  EXPECT_EQ(bench.state.source_vcs[0], 1u);  // VC 1 is occupied until the last flit
}

TEST(Sources, CutThroughWaitsUntilAPacketFits) {
  auto params = batch({5});
  params.vcs = 1;
  params.vc_buffer = 8;
  params.flow = FlowControl::cut_through;
  ListTraffic const traffic({{1, 1}, {}});
  SourceBench bench(traffic, params);
  for (int k = 0; k < 20; ++k) bench.step();
  EXPECT_EQ(bench.sent(0, 0), 5u);
  EXPECT_EQ(bench.tally.started, 1u);
  EXPECT_EQ(bench.waiting(0, 1), 1u);
  params.flow = FlowControl::wormhole;
  SourceBench wormhole(traffic, params);
  for (int k = 0; k < 20; ++k) wormhole.step();
  EXPECT_EQ(wormhole.sent(0, 0), 8u);
}

TEST(Sources, AtomicVirtualChannelsAreReallocatedOnlyWhenEmpty) {
  auto params = batch();
  params.vcs = 2;
  params.atomic_vcs = true;
  ListTraffic const traffic({{1, 1, 1}, {}});
  SourceBench bench(traffic, params);
  for (int k = 0; k < 20; ++k) bench.step();
  EXPECT_EQ(bench.tally.started, 2u);
}

TEST(Sources, DrawPacketSizesInProportionToTheirWeights) {
  FlitParams params;
  params.rate = 1;
  params.packet_size = {1, 2, 8};
  params.size_weights = {5, 3, 2};
  auto const setup =
      flit_setup(topology::Mesh({.sides = {2, 2}, .concentration = 4}), "dimension_order", params);
  EndlessUniform const traffic(16, 1);
  Simulation simulation(*setup.flit_network, *setup.routing, traffic, params, 1);
  std::vector<std::uint64_t> counts(9);
  // Counts each head in the buffers of injection channels once.
  std::vector<Flit> last(simulation.state().input.size());
  for (int cycle = 0; cycle < 6000; ++cycle) {
    simulation.advance(1);
    auto const& state = simulation.state();
    for (std::uint32_t e = 0; e < 16; ++e)
      for (std::uint32_t v = 0; v < state.vcs; ++v) {
        auto const i = state.place(setup.flit_network->injection_port(e), v);
        if (state.input[i].count == 0) {
          last[i] = 0;
          continue;
        }
        auto const flit = state.buffer[i * state.depth + state.input[i].head];
        if ((flit & head_bit) == 0 || flit == last[i]) continue;
        last[i] = flit;
        ++counts[state.packets[flit & packet_mask].flits];
      }
  }
  auto const total = static_cast<double>(counts[1] + counts[2] + counts[8]);
  ASSERT_GT(total, 2000);
  std::vector<std::uint64_t> const seen{counts[1], counts[2], counts[8]};
  std::vector<double> const expected{0.5 * total, 0.3 * total, 0.2 * total};
  EXPECT_GT(goodness_of_fit(seen, expected, 2), 1e-3);
}

TEST(Sources, SourceQueuesAreUnbounded) {
  FlitParams params;
  params.rate = 1;
  params.vcs = 1;
  params.vc_buffer = 2;
  ListTraffic const traffic({{1}, {}});
  SourceBench bench(traffic, params);
  for (int k = 0; k < 1000; ++k) bench.step();
  EXPECT_EQ(bench.tally.started, 2u);  // the third packet has no credit
  EXPECT_EQ(bench.waiting(0, 1000), 998u);
  EXPECT_EQ(bench.waiting(500, 600), 100u);
  EXPECT_TRUE(bench.sources.any_waiting(3));
  EXPECT_FALSE(bench.sources.any_waiting(2));
}

TEST(Sources, APacketEntersTheNetworkWithItsFirstFlit) {
  auto params = batch();
  params.vcs = 1;
  params.vc_buffer = 1;
  ListTraffic const traffic({{1, 1}, {}});
  SourceBench bench(traffic, params);
  for (int k = 0; k < 10; ++k) bench.step();
  EXPECT_EQ(bench.tally.started, 1u);
  bench.state.source_credits[0] = 1;
  bench.step();
  EXPECT_EQ(bench.tally.started, 2u);
  EXPECT_EQ(bench.state.packets[0].source_delay, 0u);
  EXPECT_EQ(bench.state.packets[1].source_delay, 10u);
}

TEST(Sources, APacketUsesAVirtualChannelWithCredits) {
  auto params = batch();
  params.vcs = 3;
  params.packet_size = {2};
  ListTraffic const traffic({{1, 1, 1}, {}});
  SourceBench bench(traffic, params);
  bench.state.source_credits[1] = 0;  // the VC after the first
  for (int k = 0; k < 6; ++k) bench.step();
  EXPECT_EQ(bench.state.source_credits[0], params.vc_buffer - 2);
  EXPECT_EQ(bench.state.source_credits[1], 0u);
  EXPECT_EQ(bench.state.source_credits[2], params.vc_buffer - 4);
}

TEST(Sources, PacketsUsePrivateAndSharedSlots) {
  for (bool const whole : {false, true}) {
    auto params = batch({3});
    params.vcs = 2;
    params.vc_buffer = 3;
    params.shared_buffer = 5;
    params.flow = whole ? FlowControl::cut_through : FlowControl::wormhole;
    ListTraffic const traffic({{1, 1, 1, 1, 1, 1}, {}});
    SourceBench bench(traffic, params);
    for (int k = 0; k < 30; ++k) bench.step();
    // With cut-through, the fourth packet would have only two slots.
    EXPECT_EQ(bench.sent(0, 0) + bench.sent(0, 1), whole ? 9u : 11u);
    EXPECT_EQ(bench.state.source_slots.free[0], whole ? 2u : 0u);
  }
}

TEST(Sources, SendRepliesOnReplyVirtualChannelsWhenDue) {
  FlitParams params;
  params.rate = 0.001;
  params.injection = Injection::request_reply;
  params.reply_size = 2;
  ListTraffic const traffic({{1}, {}});
  SourceBench bench(traffic, params);
  bench.sources.reply({5, 0, 1, 0, 0, 0});
  for (int k = 0; k < 5; ++k) bench.step();
  EXPECT_EQ(bench.tally.started, 0u);
  bench.step();
  bench.step();
  EXPECT_EQ(bench.tally.started, 1u);
  EXPECT_EQ(bench.sent(1, 3), 2u);  // in the upper half of the virtual channels, from the second cycle on
}

/// Routing under which a router reaches only routers with the same or a higher index.
class OneWayRouting final : public routing::ChannelRouting {
 public:
  explicit OneWayRouting(routing::ChannelRoutingPtr routing) : routing_(std::move(routing)) {}
  routing::ChannelTraits traits() const override { return routing_->traits(); }
  void route(std::span<routing::Head const> heads, routing::QueueView const& queues,
             std::span<routing::Candidate> out, std::span<std::uint16_t> count) const override {
    for (auto const& head : heads) EXPECT_LE(head.at, head.to);
    routing_->route(heads, queues, out, count);
  }
  void possible(routing::Head const& head, routing::Possible& out) const override {
    routing_->possible(head, out);
  }
  bool reaches(std::uint32_t from, std::uint32_t to) const override { return from <= to; }

 private:
  routing::ChannelRoutingPtr routing_;
};

TEST(Sources, DropUnreachablePackets) {
  auto const params = batch();
  auto setup = flit_setup(topology::Mesh({.sides = {3}}), "dimension_order", params);
  OneWayRouting const routing(setup.routing);
  ListTraffic const traffic({{2, 1}, {0, 2, 0}, {1}});
  Simulation simulation(*setup.flit_network, routing, traffic, params, 1);
  simulation.measure(everything());
  run_out(simulation);
  expect_as_new(simulation);
  EXPECT_EQ(simulation.tally().delivered, 3u);
  EXPECT_EQ(simulation.tally().unreachable, 3u);
}

}  // namespace
}  // namespace weft::flit
