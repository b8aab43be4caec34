// SPDX-License-Identifier: Apache-2.0
#include "weft/analysis/universality/message_sets.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "weft/analysis/universality/channel_tree.hpp"
#include "weft/analysis/universality/universal_tree.hpp"

namespace weft {
namespace {

using Messages = std::vector<TreeMessage>;

/// Returns load(M, l) by definition: the number of messages with exactly one end below the vertex of the
/// channel.
std::uint64_t load_by_definition(ChannelTree const& tree, Messages const& messages, std::uint32_t vertex,
                                 bool up) {
  auto const below = [&](std::uint32_t v) {
    while (v > vertex) v = tree.parent[v];
    return v == vertex;
  };
  return static_cast<std::uint64_t>(std::ranges::count_if(messages, [&](TreeMessage const& message) {
    return up ? below(message.from) && !below(message.to) : below(message.to) && !below(message.from);
  }));
}

double load_factor_by_definition(ChannelTree const& tree, Messages const& messages) {
  double max = 0;
  for (std::uint32_t v = 1; v < tree.size(); ++v)
    for (bool const up : {true, false})
      if (auto const load = load_by_definition(tree, messages, v, up); load > 0)
        max = std::max(max, static_cast<double>(load) / (up ? tree.up[v] : tree.down[v]));
  return max;
}

void expect_good_split(Messages const& messages, ChannelTree const& tree) {
  auto const split = split_messages(tree, messages);
  ASSERT_EQ(split.set_of.size(), messages.size()) << "each message is in one set";
  for (auto const set : split.set_of) ASSERT_LT(set, split.count());
  auto const sets = split.divide(messages);
  for (auto const& set : sets) {
    EXPECT_FALSE(set.empty());
    EXPECT_LE(load_factor_by_definition(tree, set), 1);
    EXPECT_EQ(deliver(tree, set), longest_path(tree, set)) << "no message waits in a set of load factor 1";
  }
  EXPECT_GE(split.count(), load_factor(tree, messages)) << "faster than any schedule";
  EXPECT_LE(split.count(), max_sets(tree, whole_load_factor(tree, tree_loads(tree, messages))));
}

ChannelTree growing_tree(std::uint32_t height, double growth) {
  return binary_tree(growing_capacities(height, growth));
}

Messages between_leaves(std::uint32_t height, Messages messages) {
  for (auto& [from, to] : messages) {
    from = leaf_vertex(height, from);
    to = leaf_vertex(height, to);
  }
  return messages;
}

TEST(MessageSets, MatchHandComputedLoadsOfAFewMessages) {
  auto const messages = between_leaves(3, {{0, 7}, {1, 7}, {2, 3}, {4, 4}});
  auto const tree = growing_tree(3, 2);
  auto const loads = tree_loads(tree, messages);
  EXPECT_EQ(loads.up[1], 2u) << "out of the left half";
  EXPECT_EQ(loads.down[leaf_vertex(3, 7)], 2u);
  EXPECT_EQ(loads.up[4], 0u) << "2 to 3 turns below";
  EXPECT_EQ(loads.up[leaf_vertex(3, 4)], 0u) << "to itself takes no channel";
  EXPECT_DOUBLE_EQ(load_factor(tree, messages), 2) << "into leaf 7";
  EXPECT_DOUBLE_EQ(load_factor(growing_tree(3, 1), messages), 2);
  auto const most_loaded = most_loaded_channel(tree, loads);
  EXPECT_EQ(most_loaded.vertex, leaf_vertex(3, 7));
  EXPECT_FALSE(most_loaded.is_up);
  EXPECT_EQ(longest_path(tree, messages), 6u);
}

// Two messages to one leaf over a channel of capacity 1, and a message that shares no channel with them: by
// hand, two sets, with the third message in either; 6 and 6 rounds set after set, 7 together, because the
// second message waits one round at the last channel.
TEST(MessageSets, UseTwoSetsForTwoMessagesToALeaf) {
  auto const messages = between_leaves(3, {{0, 7}, {1, 7}, {2, 4}});
  auto const tree = growing_tree(3, 2);
  auto const split = split_messages(tree, messages);
  EXPECT_EQ(split.count(), 2u);
  EXPECT_NE(split.set_of[0], split.set_of[1]);
  EXPECT_EQ(deliver(tree, messages), 7u);
  for (auto const& set : split.divide(messages)) EXPECT_EQ(deliver(tree, set), 6u);
}

// Leiserson 1985: with capacities that double, any permutation has load factor at most 1; the constructive
// split still uses up to one set per height.
TEST(MessageSets, SplitPermutationsOnTheWidestTree) {
  Messages messages;
  for (std::uint32_t i = 0; i < 1024; ++i) messages.push_back({i, (i * 37 + 11) % 1024});
  messages = between_leaves(10, messages);
  auto const tree = growing_tree(10, 2);
  EXPECT_LE(load_factor(tree, messages), 1);
  EXPECT_LE(split_messages(tree, messages).count(), 10u);
  expect_good_split(messages, tree);
}

TEST(MessageSets, SplitAnAllToAll) {
  Messages messages;
  for (std::uint32_t i = 0; i < 64; ++i)
    for (std::uint32_t j = 0; j < 64; ++j) messages.push_back({i, j});
  messages = between_leaves(6, messages);
  for (double const growth : {1.0, 1.2, 1.587, 2.0}) expect_good_split(messages, growing_tree(6, growth));
}

TEST(MessageSets, UseOneSetIfItSuffices) {
  auto const tree = growing_tree(3, 1);
  EXPECT_EQ(split_messages(tree, between_leaves(3, {{0, 1}, {1, 0}, {2, 3}, {6, 7}})).count(), 1u);
  EXPECT_EQ(split_messages(tree, between_leaves(3, {{5, 5}})).count(), 1u);
  EXPECT_EQ(split_messages(tree, {}).count(), 0u);
}

// A star of four leaves: messages 0 -> 1, 0 -> 2, 3 -> 1, 3 -> 2 load two channels up and two down by 2. The
// only pairs of disjoint messages are {0 -> 1, 3 -> 2} and {0 -> 2, 3 -> 1}: the only split into two sets.
TEST(MessageSets, ColorAStarAsABipartiteGraph) {
  ChannelTree star;
  star.add(0, 0, 0);
  for (int leaf = 0; leaf < 4; ++leaf) star.add(0, 1, 1);
  Messages const messages{{1, 2}, {1, 3}, {4, 2}, {4, 3}};
  auto const split = split_messages(star, messages);
  EXPECT_EQ(split.count(), 2u);
  EXPECT_EQ(split.set_of[0], split.set_of[3]);
  EXPECT_EQ(split.set_of[1], split.set_of[2]);
}

// On a path, the levels result from repeated halving rather than from the depths: 255 vertices have 7 levels
// with channels, log2(255) rounded down.
TEST(MessageSets, HaveLogarithmicallyManyLevelsOnAPath) {
  ChannelTree path;
  for (std::uint32_t v = 0; v < 255; ++v) path.add(v == 0 ? 0 : v - 1, 1, 1);
  Messages neighbors;
  for (std::uint32_t v = 0; v + 1 < 255; ++v) neighbors.push_back({v, v + 1});
  EXPECT_DOUBLE_EQ(load_factor(path, neighbors), 1);
  EXPECT_DOUBLE_EQ(max_sets(path, 1), 7);
  auto const split = split_messages(path, neighbors);
  EXPECT_LE(split.count(), 7u);
  for (auto const level : split.level_of) EXPECT_LT(level, 7u);
  expect_good_split(neighbors, path);
}

TEST(Centroids, EqualTheDepthsInACompleteBinaryTree) {
  auto const tree = growing_tree(5, 1);
  Centroids const centroids(tree);
  for (std::uint32_t v = 0; v < tree.size(); ++v)
    EXPECT_EQ(centroids.level(v), static_cast<std::uint32_t>(std::bit_width(v + 1)) - 1);
  EXPECT_EQ(centroids.meeting({leaf_vertex(5, 8), leaf_vertex(5, 11)}), 9u) << "left, right, left";
}

// Leiserson 1985, section IV: capacities double near the leaves and grow by 4^(1/3) near the root; root
// capacity w.
TEST(UniversalTree, CapacitiesMatchLeiserson) {
  auto const capacities = universal_capacities(12, 1024);
  EXPECT_DOUBLE_EQ(capacities[0], 1);
  EXPECT_DOUBLE_EQ(capacities[3], 8);
  EXPECT_NEAR(capacities[11] * std::cbrt(4.0), 1024, 1e-6);
  EXPECT_NEAR(capacities[11] / capacities[10], std::cbrt(4.0), 1e-9);
  EXPECT_NEAR(universal_root(12, universal_volume(12, 1024)), 1024, 1e-3);
  // Theorem 4 with w = P^(2/3): a volume of P (log(P) / 3)^(3/2).
  EXPECT_NEAR(universal_volume(12, 256), 4096 * std::pow(4, 1.5), 1e-6);
  auto const tree = binary_tree(capacities);
  EXPECT_DOUBLE_EQ(tree.up[leaf_vertex(12, 77)], 1);
  EXPECT_DOUBLE_EQ(tree.down[1], capacities[11]);
}

RC_GTEST_PROP(MessageSets, HaveLoadFactorAtMostOneOnFatTrees, ()) {
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
  expect_good_split(between_leaves(height, messages), growing_tree(height, growth));
  RC_ASSERT(!testing::Test::HasFailure());
}

/// Any tree, from paths to stars, with any capacities, different in the two directions, and messages between
/// any vertices.
RC_GTEST_PROP(MessageSets, HaveLoadFactorAtMostOneOnAnyTree, ()) {
  ChannelTree tree;
  auto const size = *rc::gen::inRange<std::uint32_t>(1, 60);
  auto const reach = *rc::gen::element(1u, 2u, 5u, 60u);
  for (std::uint32_t v = 0; v < size; ++v) {
    auto const low = v > reach ? v - reach : 0;
    tree.add(v == 0 ? 0 : *rc::gen::inRange<std::uint32_t>(low, v), *rc::gen::element(1.0, 1.5, 2.0, 7.25),
             *rc::gen::element(1.0, 1.99, 3.0, 8.0));
  }
  Messages messages(*rc::gen::inRange<std::size_t>(0, 200));
  for (auto& [from, to] : messages) {
    from = *rc::gen::inRange<std::uint32_t>(0, size);
    to = *rc::gen::inRange<std::uint32_t>(0, size);
  }
  expect_good_split(messages, tree);
  RC_ASSERT(!testing::Test::HasFailure());
}

/// Returns the minimum number of sets of load factor at most 1, by enumeration.
std::uint32_t min_sets(ChannelTree const& tree, Messages const& messages) {
  for (std::uint32_t sets = 1;; ++sets) {
    std::vector<std::uint32_t> set_of(messages.size(), 0);
    for (;;) {
      bool fits = true;
      for (std::uint32_t set = 0; fits && set < sets; ++set) {
        Messages of_set;
        for (std::size_t i = 0; i < messages.size(); ++i)
          if (set_of[i] == set) of_set.push_back(messages[i]);
        fits = load_factor_by_definition(tree, of_set) <= 1;
      }
      if (fits) return sets;
      std::size_t i = 0;
      while (i < set_of.size() && ++set_of[i] == sets) set_of[i++] = 0;
      if (i == set_of.size()) break;
    }
  }
}

// All sets of three messages between the leaves of a tree of height 2 with capacities 1 and 1: the split has
// at least the minimum number of sets, and at most its bound.
TEST(MessageSets, SplitAllSetsOfThreeMessages) {
  auto const tree = growing_tree(2, 1);
  for (std::uint32_t code = 0; code < 16 * 16 * 16; ++code) {
    Messages messages;
    for (std::uint32_t i = 0, rest = code; i < 3; ++i, rest /= 16)
      messages.push_back({rest % 4, rest / 4 % 4});
    messages = between_leaves(2, messages);
    auto const split = split_messages(tree, messages);
    EXPECT_GE(split.count(), min_sets(tree, messages));
    EXPECT_LE(split.count(), max_sets(tree, load_factor_by_definition(tree, messages)));
    for (auto const& set : split.divide(messages)) EXPECT_LE(load_factor_by_definition(tree, set), 1);
  }
}

}  // namespace
}  // namespace weft
