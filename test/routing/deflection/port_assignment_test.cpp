// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/deflection/port_assignment.hpp"

#include <algorithm>
#include <bit>

#include <gtest/gtest.h>

#include "weft/core/random.hpp"

namespace weft::routing {
namespace {

/// Random packets and ports, and their assignment.
struct Assigned {
  std::vector<std::vector<PortId>> good;
  std::vector<PortAssignment::Packet> packets;
  std::vector<std::uint16_t> capacity, left;
  std::vector<PortId> out;

  bool advances(std::size_t i) const { return std::ranges::find(good[i], out[i]) != good[i].end(); }
};

/// `optional`: some packets may wait.
Assigned draw(DeflectionMatching matching, std::uint64_t seed, bool optional) {
  Rng rng(seed, Purpose::test, 0);
  Assigned it;
  auto const ports = 1 + rng.below(5);
  std::uint64_t slots = 0;
  for (std::uint64_t p = 0; p < ports; ++p) {
    it.capacity.push_back(static_cast<std::uint16_t>(rng.below(3)));
    slots += it.capacity.back();
  }
  auto const needing = rng.below(slots + 1), all = needing + (optional ? rng.below(4) : 0);
  it.good.resize(all);
  for (std::size_t i = 0; i < all; ++i) {
    for (std::uint16_t p = 0; p < ports; ++p)
      if (rng.below(3) == 0) it.good[i].push_back({p});
    it.packets.push_back({.rank = {0, rng.below(4), rng.below(1000)},
                          .good = it.good[i],
                          .draw = rng(),
                          .needs_good = i >= needing});
  }
  it.left = it.capacity;
  it.out.resize(all);
  PortAssignment(matching).assign(it.packets, it.left, it.out);
  return it;
}

TEST(PortAssignment, AssignsAPortToEveryPacketWithinTheCapacities) {
  for (auto const matching : {DeflectionMatching::one_pass, DeflectionMatching::maximum})
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
      auto const it = draw(matching, seed, true);
      std::vector<std::uint16_t> used(it.capacity.size());
      for (std::size_t i = 0; i < it.out.size(); ++i) {
        if (it.out[i] == PortAssignment::waits) {
          ASSERT_TRUE(it.packets[i].needs_good);
          for (auto const p : it.good[i]) ASSERT_EQ(it.left[p.v], 0);
          continue;
        }
        ASSERT_LT(it.out[i].v, used.size());
        ++used[it.out[i].v];
        if (it.packets[i].needs_good) { ASSERT_TRUE(it.advances(i)); }
      }
      for (std::size_t p = 0; p < used.size(); ++p) ASSERT_EQ(used[p] + it.left[p], it.capacity[p]);
    }
}

/// Greedy (Ben-Dor, Halevi & Schuster): all productive ports of a deflected packet are assigned to advancing
/// packets of higher rank.
TEST(PortAssignment, DeflectsAPacketOnlyIfBetterPacketsUseItsPorts) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    auto const it = draw(DeflectionMatching::one_pass, seed, false);
    for (std::size_t i = 0; i < it.out.size(); ++i) {
      if (it.advances(i)) continue;
      for (auto const p : it.good[i]) {
        std::uint32_t winners = 0;
        for (std::size_t k = 0; k < it.out.size(); ++k)
          winners += it.out[k] == p && it.advances(k) && it.packets[k].rank <= it.packets[i].rank;
        ASSERT_EQ(winners, it.capacity[p.v]);
      }
    }
  }
}

/// Returns whether all packets of a set can advance, by exhaustive search.
bool can_all_advance(Assigned const& it, std::uint32_t set, std::vector<std::uint16_t>& left) {
  if (set == 0) return true;
  auto const i = static_cast<std::size_t>(std::countr_zero(set));
  for (auto const p : it.good[i]) {
    if (left[p.v] == 0) continue;
    --left[p.v];
    bool const rest = can_all_advance(it, set & (set - 1), left);
    ++left[p.v];
    if (rest) return true;
  }
  return false;
}

/// Compares with all sets: the maximum number of packets advances and, in order of rank, each packet advances
/// if it can do so together with the packets of higher rank.
TEST(PortAssignment, FindsAMaximumMatching) {
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    auto const it = draw(DeflectionMatching::maximum, seed, false);
    auto const n = it.out.size();
    std::uint32_t advancing = 0;
    for (std::size_t i = 0; i < n; ++i) advancing |= std::uint32_t{it.advances(i)} << i;
    int best = 0;
    for (std::uint32_t set = 0; set < 1u << n; ++set) {
      auto left = it.capacity;
      if (std::popcount(set) > best && can_all_advance(it, set, left)) best = std::popcount(set);
    }
    ASSERT_EQ(std::popcount(advancing), best) << seed;
    std::vector<std::size_t> order(n);
    for (std::size_t i = 0; i < n; ++i) order[i] = i;
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return it.packets[i].rank; });
    std::uint32_t greedy = 0;
    for (auto const i : order) {
      auto left = it.capacity;
      if (can_all_advance(it, greedy | 1u << i, left)) greedy |= 1u << i;
    }
    ASSERT_EQ(advancing, greedy) << seed;
  }
}

TEST(PortAssignment, RanksPacketsByTheRule) {
  DeflectedPacket const old{
      .creation_time = 3, .source = 5, .number = 1, .hops_left = 4, .good_ports = 2, .draw = 9};
  DeflectedPacket const young{
      .creation_time = 8, .source = 2, .number = 7, .hops_left = 1, .good_ports = 3, .draw = 1};
  auto const first = [&](DeflectionPriority priority, std::uint32_t golden = 0) {
    return rank_of(priority, old, golden) < rank_of(priority, young, golden);
  };
  EXPECT_TRUE(first(DeflectionPriority::oldest));
  EXPECT_FALSE(first(DeflectionPriority::closest));
  EXPECT_TRUE(first(DeflectionPriority::farthest));
  EXPECT_TRUE(first(DeflectionPriority::restricted));
  EXPECT_FALSE(first(DeflectionPriority::random));
  EXPECT_TRUE(first(DeflectionPriority::golden, 5));
  EXPECT_FALSE(first(DeflectionPriority::golden, 2));
  auto urgent = young;
  urgent.priority = 1;
  EXPECT_LT(rank_of(DeflectionPriority::oldest, urgent, 0), rank_of(DeflectionPriority::oldest, old, 0));
  EXPECT_EQ(golden_source(0, 10, 3), 0u);
  EXPECT_EQ(golden_source(29, 10, 3), 2u);
  EXPECT_EQ(golden_source(30, 10, 3), 0u);
}

}  // namespace
}  // namespace weft::routing
