#include "weft/analysis/universality.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <tuple>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace weft {
namespace {

using Messages = std::vector<LeafMessage>;

Messages sorted(Messages messages) {
  std::ranges::sort(messages, {}, [](LeafMessage const& m) { return std::tuple{m.from, m.to}; });
  return messages;
}

void expect_good_split(Messages const& messages, FatTreeCapacities const& capacities) {
  auto const sets = split_messages(messages, capacities);
  Messages all;
  for (auto const& set : sets) {
    EXPECT_LE(load_factor(set, capacities), 1);
    all.insert(all.end(), set.begin(), set.end());
  }
  EXPECT_EQ(sorted(all), sorted(messages)) << "the sets are not the messages";
  EXPECT_GE(static_cast<double>(sets.size()), load_factor(messages, capacities))
      << "faster than any schedule";
  EXPECT_LE(static_cast<double>(sets.size()),
            capacities.height() * std::max(1.0, 2 * whole_load_factor(messages, capacities)));
}

TEST(Universality, LoadsOfAFewMessages) {
  Messages const messages{{0, 7}, {1, 7}, {2, 3}, {4, 4}};
  EXPECT_EQ(channel_load(messages, 2, 0, true), 2u) << "out of the left half";
  EXPECT_EQ(channel_load(messages, 0, 7, false), 2u);
  EXPECT_EQ(channel_load(messages, 1, 1, true), 0u) << "2 to 3 turns below";
  EXPECT_EQ(channel_load(messages, 0, 4, true), 0u) << "to itself takes no channel";
  EXPECT_DOUBLE_EQ(load_factor(messages, growing_capacities(3, 2)), 2);
  EXPECT_DOUBLE_EQ(load_factor(messages, growing_capacities(3, 1)), 2);
}

// Leiserson 1985: with capacities that double, any permutation has load factor at most 1; it still takes the
// constructive split at most one set per height.
TEST(Universality, PermutationsOnTheWidestTree) {
  Messages messages;
  for (std::uint32_t i = 0; i < 1024; ++i) messages.push_back({i, (i * 37 + 11) % 1024});
  auto const capacities = growing_capacities(10, 2);
  EXPECT_LE(load_factor(messages, capacities), 1);
  EXPECT_LE(split_messages(messages, capacities).size(), 10u);
  expect_good_split(messages, capacities);
}

TEST(Universality, AllToAll) {
  Messages messages;
  for (std::uint32_t i = 0; i < 64; ++i)
    for (std::uint32_t j = 0; j < 64; ++j) messages.push_back({i, j});
  for (double const growth : {1.0, 1.2, 1.587, 2.0})
    expect_good_split(messages, growing_capacities(6, growth));
}

TEST(Universality, OneSetWhereOneIsEnough) {
  Messages const messages{{0, 1}, {1, 0}, {2, 3}, {6, 7}};
  EXPECT_EQ(split_messages(messages, growing_capacities(3, 1)).size(), 1u);
  EXPECT_TRUE(split_messages({}, growing_capacities(3, 1)).empty());
}

// Leiserson 1985, section IV: capacities double near the leaves and grow by 4^(1/3) near the root; root
// capacity w.
TEST(Universality, UniversalCapacities) {
  auto const capacities = universal_capacities(12, 1024);
  EXPECT_DOUBLE_EQ(capacities.above[0], 1);
  EXPECT_DOUBLE_EQ(capacities.above[3], 8);
  EXPECT_NEAR(capacities.above[11] * std::cbrt(4.0), 1024, 1e-6);
  EXPECT_NEAR(capacities.above[11] / capacities.above[10], std::cbrt(4.0), 1e-9);
  EXPECT_NEAR(universal_root(12, universal_volume(12, 1024)), 1024, 1e-3);
  // Theorem 4 with w = P^(2/3): a volume of P (log(P) / 3)^(3/2).
  EXPECT_NEAR(universal_volume(12, 256), 4096 * std::pow(4, 1.5), 1e-6);
}

RC_GTEST_PROP(Universality, SplitsAreSetsOfLoadFactorOne, ()) {
  auto const height = *rc::gen::inRange<std::uint32_t>(1, 9);
  auto const leaves = std::uint32_t{1} << height;
  auto const growth = *rc::gen::element(1.0, 1.3, 1.587, 1.9, 2.0);
  Messages messages(*rc::gen::inRange<std::size_t>(0, 400));
  auto const hot = *rc::gen::inRange<std::uint32_t>(0, leaves);
  for (auto& message : messages) {
    message.from = *rc::gen::inRange<std::uint32_t>(0, leaves);
    message.to = *rc::gen::weightedOneOf<std::uint32_t>(
        {{3, rc::gen::inRange<std::uint32_t>(0, leaves)}, {1, rc::gen::just(hot)}});
  }
  expect_good_split(messages, growing_capacities(height, growth));
  RC_ASSERT(!testing::Test::HasFailure());
}

}  // namespace
}  // namespace weft
