// SPDX-License-Identifier: Apache-2.0
// The contract of all networks that transport messages of programs.

#include "weft/engine/replay/transport.hpp"

#include <functional>
#include <limits>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "support/flit_setup.hpp"
#include "weft/core/random.hpp"
#include "weft/engine/replay/flit_transport.hpp"
#include "weft/engine/replay/flow_transport.hpp"
#include "weft/network/topologies.hpp"

namespace weft::replay {
namespace {

constexpr double forever = std::numeric_limits<double>::infinity();

/// A transport with its network and parameters.
class Carrier {
 public:
  virtual ~Carrier() = default;
  virtual Transport& transport() = 0;
};

class FlowCarrier final : public Carrier {
 public:
  explicit FlowCarrier(TransportCosts const& costs)
      : topology_(make_topology("torus:sides=4x4")),
        machine_(topology_),
        channels_(machine_.network(), 1e9, params_.terminals),
        paths_(flow::paths_of(channels_, topology_->layout({}), params_, Spec::parse("dimension_order"),
                              machine_, 1)),
        transport_(channels_, *paths_, params_, costs) {}
  Transport& transport() override { return transport_; }

 private:
  flow::FlowParams params_;
  TopologyPtr topology_;
  Machine machine_;
  flow::FlowChannels channels_;
  std::unique_ptr<flow::MessagePaths> paths_;
  FlowTransport transport_;
};

class FlitCarrier final : public Carrier {
 public:
  explicit FlitCarrier(TransportCosts const& costs)
      : setup_(flit_setup(Machine(make_topology("torus:sides=4x4")), "dimension_order", params())),
        transport_(*setup_.flit_network, *setup_.routing, params(), 1, costs) {}
  Transport& transport() override { return transport_; }

 private:
  static flit::FlitParams params() {
    Given<flit::FlitParams> it;
    flit::set_timed_defaults(it);
    it.bandwidth = 1e9;
    return it;
  }
  FlitSetup setup_;
  FlitTransport transport_;
};

struct Kind {
  char const* name;
  std::function<std::unique_ptr<Carrier>(TransportCosts const&)> make;
};

class TransportContract : public testing::TestWithParam<Kind> {};

/// Sends messages at random times, with random limits on advance(): each message arrives once, times never
/// decrease, and no event is after the limit.
TEST_P(TransportContract, EveryMessageArrivesOnceAndTimeAdvances) {
  auto const carrier = GetParam().make({.L = 100e-9, .handshake = 1, .memory = 1e9});
  auto& transport = carrier->transport();
  Rng rng(4, Purpose::test, 0);
  std::vector<double> left(400, -1), arrived(400, -1);
  std::uint32_t sent = 0;
  double now = 0;
  while (sent < left.size() || transport.in_progress()) {
    if (sent < left.size()) {
      left[sent] = now;
      ASSERT_TRUE(transport.send({now, sent, static_cast<std::uint32_t>(rng.below(16)),
                                  static_cast<std::uint32_t>(rng.below(16)),
                                  static_cast<double>(rng.below(5000)), rng.below(2) == 0}));
      ++sent;
    }
    auto const until = sent == left.size() ? forever : now + 1e-6 * rng.uniform();
    while (transport.in_progress() && transport.advance(until)) {
      ASSERT_LE(transport.now(), until * (1 + 1e-9));
      ASSERT_GE(transport.now(), now * (1 - 1e-9));
      for (auto const& it : transport.arrivals()) {
        ASSERT_LT(arrived[it.send], 0) << it.send;
        arrived[it.send] = transport.now();
        EXPECT_GE(arrived[it.send] - left[it.send], it.latency * (1 - 1e-9));
      }
      now = std::max(now, transport.now());
    }
    now = std::max(now, std::isinf(until) ? now : until);
  }
  EXPECT_FALSE(transport.is_stalled());
  for (auto const time : arrived) EXPECT_GE(time, 0);
}

TEST_P(TransportContract, TransfersInsideATerminalUseMemoryBandwidth) {
  for (double const memory : {0.0, 2e9}) {
    auto const carrier = GetParam().make({.memory = memory});
    auto& transport = carrier->transport();
    ASSERT_TRUE(transport.send({.time = 1e-6, .send = 0, .from = 3, .to = 3, .bytes = 1000}));
    while (!transport.advance(forever) || transport.arrivals().empty()) {}
    EXPECT_NEAR(transport.now(), 1e-6 + (memory > 0 ? 0.5e-6 : 0), 1e-15);
  }
}

TEST_P(TransportContract, AddsLatencyAndHandshakes) {
  std::vector<double> ends;
  for (double const handshake : {0.0, 1.0, 2.0, 3.0}) {
    auto const carrier = GetParam().make({.L = 320e-9, .handshake = handshake});
    auto& transport = carrier->transport();
    ASSERT_TRUE(transport.send({.send = 0, .from = 0, .to = 5, .bytes = 32, .needs_handshake = true}));
    while (!transport.advance(forever) || transport.arrivals().empty()) {}
    ends.push_back(transport.now());
  }
  for (std::size_t i = 2; i < ends.size(); ++i)
    EXPECT_NEAR(ends[i] - ends[i - 1], ends[1] - ends[0], 1e-15) << "each latency is alike";
  EXPECT_GT(ends[1] - ends[0], 320e-9);
}

INSTANTIATE_TEST_SUITE_P(
    All, TransportContract,
    testing::Values(Kind{"flow", [](auto const& it) { return std::make_unique<FlowCarrier>(it); }},
                    Kind{"flit", [](auto const& it) { return std::make_unique<FlitCarrier>(it); }}),
    [](auto const& kind) { return std::string(kind.param.name); });

}  // namespace
}  // namespace weft::replay
