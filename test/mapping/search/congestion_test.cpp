// SPDX-License-Identifier: Apache-2.0
#include "weft/mapping/search/congestion.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/mapping_ground.hpp"
#include "weft/topology/family/percs.hpp"
#include "weft/topology/family/ring.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::mapping {
namespace {

/// Returns the time for which the most loaded channel is occupied, added up flow by flow.
double slowest(MappingGround const& ground, Placement const& placement) {
  std::map<std::uint32_t, double> time;
  ground.communication.for_each_flow([&](Flow const& flow) {
    auto const from = ground.network.injection_router({placement[flow.from]}),
               to = ground.network.ejection_router({placement[flow.to]});
    if (from == to) return;
    std::vector<routing::ChannelShare> shares;
    ground.shares.append(from, to, shares);
    for (auto const& share : shares)
      time[share.channel.v] += static_cast<double>(flow.units) * static_cast<double>(share.numerator) / 2 /
                               ground.network.bandwidth(share.channel);
  });
  double max = 0;
  for (auto const& [channel, one] : time) max = std::max(max, one);
  return max;
}

Communication random_communication(std::uint32_t tasks) {
  Communication communication{tasks};
  communication.add({0, 1, 1});
  for (int i = *rc::gen::inRange(1, 40); i > 0; --i)
    communication.add({*rc::gen::inRange(0U, tasks), *rc::gen::inRange(0U, tasks),
                       *rc::gen::inRange<std::uint64_t>(1, 50)});
  std::vector<std::uint32_t> members(*rc::gen::inRange(1U, tasks + 1));
  std::iota(members.begin(), members.end(), 0);
  communication.add_group(*rc::gen::inRange<std::uint64_t>(1, 9), members);
  communication.finish();
  return communication;
}

/// Checks that, after random exchanges, every incrementally updated number matches a new count.
void check_exchanges(MappingGround const& ground, int exchanges) {
  SearchContext const search(ground.context, "test");
  auto costs = search.costs(), other_costs = search.costs();
  Placement start(ground.context.num_tasks());
  std::iota(start.begin(), start.end(), 0);
  Congestion congestion(search.tasks(), search.network(), costs, start);
  congestion.set_power(3);
  auto const terminals = static_cast<std::uint32_t>(ground.context.terminals);
  double peak = 0;  // maximum potential so far, which determines the rounding error
  for (int i = 0; i < exchanges; ++i) {
    auto const one = congestion.placement()[*rc::gen::inRange<std::size_t>(0, start.size())];
    auto const other = *rc::gen::inRange(0U, terminals);
    auto const before = congestion.potential();
    auto const change = congestion.try_exchange(one, other);
    RC_ASSERT(congestion.potential() == before);
    if (one == other || *rc::gen::inRange(0, 3) == 0) continue;
    congestion.accept();
    peak = std::max({peak, before, congestion.potential()});
    RC_ASSERT(std::abs(congestion.potential() - before - change) <= 1e-9 * peak);
    Congestion const fresh(search.tasks(), search.network(), other_costs, congestion.placement());
    RC_ASSERT(congestion.value() == fresh.value());
    for (std::uint32_t c = 0; c < congestion.num_channels(); ++c)
      RC_ASSERT(congestion.load(c) == fresh.load(c));
  }
  RC_ASSERT(ground.is_valid(congestion.placement()));
  auto const max = slowest(ground, congestion.placement());
  RC_ASSERT(std::abs(search.scale().time(congestion.value().max) - max) <= 1e-9 * max);
}

RC_GTEST_PROP(Congestion, ExchangesAgreeWithAFreshCount, ()) {
  auto const tasks = *rc::gen::inRange(2U, 19U);
  MappingGround const ground(topology::Torus({.sides = {3, 3}, .concentration = 2}), {tasks},
                             random_communication(tasks));
  check_exchanges(ground, 12);
}

RC_GTEST_PROP(Congestion, UsesBandwidths, ()) {
  auto const tasks = *rc::gen::inRange(2U, 40U);
  MappingGround const ground(topology::Percs({1, 1}), {tasks}, random_communication(tasks));
  check_exchanges(ground, 6);
}

TEST(Congestion, FindsTheTasksOverFullChannels) {
  Communication communication{4};
  communication.add({0, 1, 10});
  communication.add({2, 3, 1});
  communication.finish();
  MappingGround const ground(topology::Ring({.routers = 8}), {4}, communication);
  SearchContext const search(ground.context, "test");
  auto costs = search.costs();
  Congestion congestion(search.tasks(), search.network(), costs, {0, 1, 4, 5});
  std::vector<std::uint32_t> tasks;
  congestion.find_tasks_above(congestion.value().max, tasks);
  EXPECT_EQ(tasks, (std::vector<std::uint32_t>{0, 1}));
  congestion.find_tasks_above(1, tasks);
  EXPECT_EQ(tasks, (std::vector<std::uint32_t>{0, 1, 2, 3}));
}

TEST(PairCosts, DoNotDependOnTheCacheSize) {
  Communication communication{2};
  communication.add({0, 1, 1});
  communication.finish();
  MappingGround const ground(topology::Ring({.routers = 24}), {2}, communication);
  CostScale const scale(ground.shares, ground.network, 1);
  PairCosts little(ground.shares, ground.network, scale, 40), much(ground.shares, ground.network, scale);
  for (int round = 0; round < 2; ++round)
    for (std::uint32_t from = 0; from < 24; ++from)
      for (std::uint32_t to = 0; to < 24; ++to) {
        auto const a = little.of(from, to), b = much.of(from, to);
        ASSERT_TRUE(std::ranges::equal(
            a, b, [](auto x, auto y) { return x.channel == y.channel && x.cost == y.cost; }));
        std::uint64_t sum = 0;
        for (auto const& one : a) sum += one.cost;
        auto const far = (to + 24 - from) % 24;
        ASSERT_EQ(sum, 2 * std::min(far, 24 - far));  // hops, in halves
      }
}

TEST(CostScale, IsExactUnlessLoadsOverflow) {
  Communication communication{2};
  communication.add({0, 1, 1});
  communication.finish();
  MappingGround const ground(topology::Percs({1, 1}), {2}, communication);
  routing::ChannelShare const share{{0}, 2};
  CostScale const small(ground.shares, ground.network, 1000),
      large(ground.shares, ground.network, std::uint64_t{1} << 60);
  EXPECT_TRUE(small.exact());
  EXPECT_FALSE(large.exact());
  EXPECT_GT(large.unit_bits(), 0U);
  auto const time = 1 / ground.network.bandwidth({0});
  EXPECT_DOUBLE_EQ(small.time(small.cost(share)), time);
  // one unit of the large scale is 2^unit_bits units of traffic
  EXPECT_NEAR(large.time(large.cost(share)), std::ldexp(time, static_cast<int>(large.unit_bits())),
              std::ldexp(time, static_cast<int>(large.unit_bits()) - 18));
}

}  // namespace
}  // namespace weft::mapping
