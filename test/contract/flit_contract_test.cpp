// SPDX-License-Identifier: Apache-2.0
// Contract of the engine `flit` for every routing of the catalog with virtual channels.

#include <algorithm>
#include <iterator>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "contract/routing_variants.hpp"
#include "contract/vc_samples.hpp"
#include "support/flit_rules.hpp"
#include "support/list_traffic.hpp"
#include "weft/engine/flit/watchdog.hpp"
#include "weft/routing/catalog.hpp"
#include "weft/routing/forms_of.hpp"

namespace weft {
namespace {

/// A random topology, routing, router and packets; only combinations that are supported.
class Draw {
 public:
  /// `lacking`: with fewer virtual channels than the routing needs.
  Draw(std::vector<VcSample> const& samples, std::uint64_t seed, bool lacking = false)
      : lacking_(lacking), rng_(seed, Purpose::test, 0) {
    while (!draw(samples)) {}
  }
  VcSample const* sample = nullptr;
  Spec routing;
  flit::FlitParams params;
  FlitSetup setup;

  std::string text() const {
    return sample->name + " " + routing.to_string() +
           " flit:" + Spec{"", write_params(flit::flit_schema, params, false)}.to_string();
  }
  /// Returns a batch of messages between terminals that have a path.
  ListTraffic traffic(std::uint32_t each) {
    auto const& network = setup.network();
    std::vector<std::vector<std::uint32_t>> list(setup.terminals());
    for (std::uint32_t e = 0; e < list.size(); ++e)
      for (std::uint32_t k = 0; k < each; ++k) {
        auto const to = below(setup.terminals());
        if (setup.routing->reaches(network.injection_router({e}).v, network.ejection_router({to}).v))
          list[e].push_back(to);
      }
    return ListTraffic(std::move(list));
  }

 private:
  std::uint32_t below(std::uint64_t bound) { return static_cast<std::uint32_t>(rng_.below(bound)); }
  bool coin() { return below(2) == 1; }

  bool draw(std::vector<VcSample> const& samples) {
    sample = &samples[below(samples.size())];
    std::vector<Spec> specs;
    Routings::for_each([&]<class R>(std::type_identity<R>) {
      if (!routing::serves_in<R>(routing::Form::channels, sample->machine)) return;
      std::ranges::copy(variants_of<R>(), std::back_inserter(specs));
    });
    routing = specs[below(specs.size())];
    draw_router();
    if (routing.name == "deflection") keep_options_without_buffers();
    try {
      auto const needed = routing::vcs_needed(routing, sample->machine);
      if (needed > 16) return false;
      if (lacking_ && needed == 1) return false;
      params.vcs = lacking_ ? 1 + below(needed - 1) : needed + below(4);
      params.allow_deadlock = lacking_;
      if (!lacking_ && needed <= 8 && coin()) draw_classes(static_cast<std::uint32_t>(needed));
      auto const traits = routing::bind_channels(routing, sample->machine, {needed})->traits();
      if (traits.preserves_bubble) {
        params.flow = flit::FlowControl::cut_through;
        params.atomic_vcs = false;
      }
      if (traits.needs_whole_packets && params.flow == flit::FlowControl::wormhole) params.atomic_vcs = true;
      if (params.flow == flit::FlowControl::cut_through)
        params.vc_buffer += flit::longest_packet(params) * (traits.preserves_bubble ? 2 : 1);
      setup = flit_setup(sample->machine, routing.to_string(), params);
    } catch (InputError const&) { return false; }
    return true;
  }
  /// Resets all options except the ones that apply to routers that deflect, which have no buffers.
  void keep_options_without_buffers() {
    flit::FlitParams plain;
    plain.injection = params.injection;
    plain.vc_buffer = params.vc_buffer;
    plain.packet_size = params.packet_size;
    plain.routing_delay = params.routing_delay;
    params = plain;
  }
  void draw_router() {
    params = {};
    params.injection = flit::Injection::batch;
    params.vc_buffer = 1 + below(6);
    params.packet_size = {1, 1 + below(7)};
    params.flow = coin() ? flit::FlowControl::cut_through : flit::FlowControl::wormhole;
    params.speedup = 1 + below(2);
    params.routing_delay = below(2);
    params.allocator = static_cast<flit::AllocatorKind>(below(2));
    if (coin()) return;  // a router that the masked core supports
    params.allocator = static_cast<flit::AllocatorKind>(below(4));
    if (params.allocator <= flit::AllocatorKind::input_first && coin())
      params.arbitration = flit::Arbitration::age;
    if (params.allocator != flit::AllocatorKind::wavefront) params.iterations = 1 + below(3);
    params.output_speedup = 1 + below(2);
    params.speculative = static_cast<flit::Speculation>(below(3));
    params.hold_switch_for_packet = coin();
    params.atomic_vcs = coin();
    if (coin()) params.shared_buffer = 1 + below(9);
    if (params.shared_buffer > 0) params.shared_per_vc = below(4);
    params.congestion_metric = coin() ? flit::CongestionMetric::credits : flit::CongestionMetric::committed;
    params.congestion_update_period = 1 + below(2) * below(20);
    if (lacking_) return;  // throttled sources hardly ever deadlock
    if (coin()) params.throttle = 0.25 * below(4);
    if (coin()) params.ecn_threshold = 1 + below(2 * params.vc_buffer);
    if (coin()) params.window = 1 + below(4);
    if (coin()) params.max_outstanding = params.window + 1 + below(8);
  }

  /// Draws two classes, on separate or shared virtual channels.
  void draw_classes(std::uint32_t needed) {
    params.classes.resize(2);
    params.classes[0].priority = below(3);
    params.classes[1].packet_size = {1 + below(3)};
    params.classes[1].from = below(500);
    if (coin()) return;
    params.vcs = 2 * needed;
    params.classes[0].last_vc = needed - 1;
    params.classes[1].first_vc = coin() ? needed : 0;
    params.classes[1].last_vc = 2 * needed - 1;
  }

  bool lacking_;
  Rng rng_;
};

/// Ending of a batch.
enum class End { drained, deadlock };
struct Outcome {
  End end = End::deadlock;
  bool is_masked = false;
  std::vector<std::uint64_t> numbers;  // all counts until the end
};

Outcome run_on(Draw const& draw, Traffic const& traffic, std::uint64_t seed, flit::CoreChoice core) {
  auto const& setup = draw.setup;
  flit::Simulation simulation(*setup.flit_network, *setup.routing, traffic, draw.params, seed, 1, core);
  flit::Watchdog watchdog(*setup.flit_network, flit::router_options(draw.params));
  simulation.measure(everything());
  Outcome outcome;
  outcome.is_masked = simulation.is_masked();
  auto const note = [&] {
    auto const tally = simulation.tally();
    outcome.numbers.insert(outcome.numbers.end(),
                           {simulation.now(), tally.delivered, tally.started, tally.latency.sum, tally.hops});
    std::ranges::copy(simulation.buffered_by_vc(), std::back_inserter(outcome.numbers));
  };
  while (simulation.in_flight() + simulation.waiting() > 0) {
    simulation.advance(64);
    EXPECT_LT(simulation.now(), 1000000u);
    expect_orderly(simulation);
    note();
    if (testing::Test::HasFailure()) return outcome;
    if (auto const deadlock = watchdog.look(simulation.now(), simulation.state())) {
      outcome.numbers.push_back(deadlock->blocked);
      for (auto const& it : deadlock->circle)
        outcome.numbers.insert(outcome.numbers.end(), {it.in, it.vc, it.source, it.terminal});
      return outcome;
    }
  }
  simulation.advance(100);
  expect_as_new(simulation);
  EXPECT_EQ(simulation.tally().delivered, flit::num_classes(draw.params) * traffic.num_messages());
  outcome.end = End::drained;
  return outcome;
}

/// Runs a batch on the core that supports it; for the masked core, also on the general one.
Outcome run(Draw& draw, std::uint32_t each, std::uint64_t seed) {
  auto const traffic = draw.traffic(each);
  auto const outcome = run_on(draw, traffic, seed, flit::CoreChoice::fastest);
  if (outcome.is_masked) {
    EXPECT_EQ(run_on(draw, traffic, seed, flit::CoreChoice::generic).numbers, outcome.numbers);
  }
  return outcome;
}

/// A batch injects at rate 1 until it ends; then the network must drain.
TEST(FlitContract, RoutingsWithSufficientVirtualChannelsNeverDeadlock) {
  auto all = vc_samples(36);
  std::ranges::move(failed_samples(), std::back_inserter(all));
  std::set<std::string> routings;
  int masked = 0;
  for (std::uint64_t seed = 0; seed < 250; ++seed) {
    Draw draw(all, seed);
    SCOPED_TRACE(draw.text());
    routings.insert(draw.routing.name);
    auto const outcome = run(draw, 150, seed);
    ASSERT_EQ(outcome.end, End::drained);
    ASSERT_FALSE(HasFailure());
    masked += outcome.is_masked;
  }
  EXPECT_GE(routings.size(), 12u);
  EXPECT_GE(masked, 50);
}

/// With too few virtual channels, many runs deadlock, which the watchdog detects, and the others drain; no
/// run hangs.
TEST(FlitContract, RoutingsWithTooFewVirtualChannelsDeadlockOrDrain) {
  auto const all = vc_samples(36);
  int deadlocks = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Draw draw(all, seed, true);
    SCOPED_TRACE(draw.text());
    deadlocks += run(draw, 150, seed).end == End::deadlock;
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_GT(deadlocks, 10);
}

}  // namespace
}  // namespace weft
