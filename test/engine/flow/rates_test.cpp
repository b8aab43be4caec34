// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flow/rates.hpp"

#include <map>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/max_min_filling.hpp"

namespace weft::flow {
namespace {

using Flows = std::vector<FlowCase::Flow>;

rc::Gen<FlowCase::Flow> a_flow(std::uint32_t channels) {
  return rc::gen::exec([channels] {
    FlowCase::Flow flow;
    auto const path = *rc::gen::unique<std::vector<std::uint32_t>>(
        *rc::gen::inRange<std::size_t>(1, std::min(channels, 5U)), rc::gen::inRange(0U, channels));
    bool const shared = *rc::gen::inRange(0, 4) == 0;
    for (auto const c : path) flow.hops.push_back({c, shared ? *rc::gen::inRange(1, 5) / 4.0 : 1.0});
    if (*rc::gen::inRange(0, 3) == 0) flow.weight = *rc::gen::inRange(1, 6);
    if (*rc::gen::inRange(0, 3) == 0) flow.cap = *rc::gen::inRange(1, 40) / 10.0;
    return flow;
  });
}

/// Expects that every flow is at its cap or crosses a saturated channel on which its rate per weight is
/// maximal, and that no channel exceeds its capacity.
void check_fairness(Rates const& rates, std::vector<double> const& capacity,
                    std::map<std::uint32_t, FlowCase::Flow> const& flows, double precision) {
  std::vector<double> use(capacity.size(), 0), fastest(capacity.size(), 0);
  for (auto const& [number, flow] : flows)
    for (auto const& hop : flow.hops) {
      use[hop.channel] += hop.share * rates.rate(number);
      fastest[hop.channel] = std::max(fastest[hop.channel], rates.rate(number) / flow.weight);
    }
  double const more = 1 + precision + 1e-12, less = 1 - precision - 1e-12;
  for (std::size_t c = 0; c < capacity.size(); ++c) RC_ASSERT(use[c] <= capacity[c] * more);
  for (auto const& [number, flow] : flows) {
    auto const y = rates.rate(number) / flow.weight;
    RC_ASSERT(rates.rate(number) <= rates.rate_alone(number) * (1 + 1e-12));
    if (rates.rate(number) >= rates.rate_alone(number) * less) continue;
    RC_ASSERT(std::ranges::any_of(flow.hops, [&](Hop const& hop) {
      return use[hop.channel] >= capacity[hop.channel] * less && y >= fastest[hop.channel] * (1 - 1e-12);
    }));
  }
}

/// Adds and removes flows at random. Expects fair rates after each repair, and calls `compare` for further
/// checks.
template <class Compare>
void come_and_go(double precision, Compare compare) {
  auto const channels = *rc::gen::inRange(2U, 12U);
  std::vector<double> capacity;
  for (std::uint32_t c = 0; c < channels; ++c) capacity.push_back(*rc::gen::inRange(1, 10));
  Rates rates(capacity, precision);
  std::map<std::uint32_t, FlowCase::Flow> flows;
  auto const events = *rc::gen::inRange(1, 12);
  for (int event = 0; event < events; ++event) {
    std::map<std::uint32_t, double> before;
    for (auto const& [number, flow] : flows) before[number] = rates.rate(number);
    auto const removed = flows.empty() ? 0 : *rc::gen::inRange<std::size_t>(0, flows.size());
    for (std::size_t i = 0; i < removed; ++i) {
      auto const gone = std::next(flows.begin(), *rc::gen::inRange<std::ptrdiff_t>(0, std::ssize(flows)));
      rates.remove(gone->first);
      before.erase(gone->first);
      flows.erase(gone);
    }
    for (auto& [number, flow] : flows) {
      if (*rc::gen::inRange(0, 4) != 0) continue;
      flow.weight = *rc::gen::inRange(1, 6);
      rates.reweigh(number, flow.weight);
    }
    for (auto const& flow :
         *rc::gen::container<Flows>(*rc::gen::inRange<std::size_t>(0, 8), a_flow(channels))) {
      auto const number = rates.add(flow.hops, flow.weight, flow.cap);
      rates.start(number);
      flows[number] = flow;
      before[number] = 0;
    }
    std::map<std::uint32_t, double> told;
    for (auto const& change : rates.repair()) told[change.flow] = change.before;
    for (auto const& [number, rate] : before) {
      bool const changed = rates.rate(number) != rate;
      RC_ASSERT(told.contains(number) == changed);
      if (changed) RC_ASSERT(told[number] == rate);
    }
    check_fairness(rates, capacity, flows, precision);
    compare(rates, capacity, flows);
  }
}

RC_GTEST_PROP(FlowRates, MatchProgressiveFillingAfterRandomChanges, ()) {
  come_and_go(0, [](Rates const& rates, std::vector<double> const& capacity, auto const& flows) {
    Flows list;
    for (auto const& [number, flow] : flows) list.push_back(flow);
    auto const filled = fill_max_min(capacity, list);
    std::size_t f = 0;
    for (auto const& [number, flow] : flows)
      RC_ASSERT(std::abs(rates.rate(number) / filled[f++] - 1) < 1e-11);
  });
}

RC_GTEST_PROP(FlowRates, AreFairWithinTheirPrecision, ()) {
  come_and_go(0.05, [](auto const&...) {});
}

TEST(FlowRates, GiveASingleFlowTheBandwidthOfItsNarrowestChannel) {
  Rates rates(std::vector<double>{4, 2, 8}, 0);
  auto const flow = rates.add(std::vector<Hop>{{0}, {1}, {2, 0.5}});
  EXPECT_TRUE(rates.repair().empty()) << "it does not move yet";
  rates.start(flow);
  ASSERT_EQ(rates.repair().size(), 1);
  EXPECT_EQ(rates.rate(flow), 2);
  EXPECT_EQ(rates.use(2), 1);
  EXPECT_EQ(rates.rate_alone(flow), 2);
  EXPECT_EQ(rates.held_by(flow), Rates::no_channel);
}

TEST(FlowRates, ChangeOnlyForAffectedFlows) {  // a chain of channels, each with a short flow
  std::vector<double> const capacity(100, 1);
  Rates rates(capacity, 0);
  std::vector<std::uint32_t> flows;
  for (std::uint32_t c = 0; c < 100; ++c) flows.push_back(rates.add(std::vector<Hop>{{c}}));
  auto const across = rates.add(std::vector<Hop>{{10}, {11}});
  for (auto const flow : flows) rates.start(flow);
  rates.repair();
  rates.start(across);
  EXPECT_EQ(rates.repair().size(), 3) << "itself and two neighbors";
  EXPECT_EQ(rates.level(10), 0.5);
  EXPECT_EQ(rates.level(12), unlimited);
  EXPECT_EQ(rates.fillings(), 1) << "at the first repair, of all";
}

}  // namespace
}  // namespace weft::flow
