// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/leiserson_fat_tree.hpp"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

namespace weft {
namespace {

double total_capacity(topology::LeisersonFatTree const& tree) {
  double sum = 0;
  auto const classes = tree.classes();
  for (std::uint32_t r = 0; r < tree.num_routers(); ++r)
    for (std::uint16_t p = 0; p < tree.degree({r}); ++p)
      sum += classes[tree.class_of({r}, {p}).v].bandwidth / 2;  // both directions of a link
  return sum;
}

// Leiserson 1985: the capacity of a link at height j above the leaves is growth^j. Totals:
// test/data/topology_metrics.csv.
TEST(LeisersonFatTree, CapacitiesGrowTowardsTheRoot) {
  EXPECT_NEAR(total_capacity(topology::LeisersonFatTree{{64, 1}}), 126, 1e-9);
  EXPECT_NEAR(total_capacity(topology::LeisersonFatTree{{64, 2}}), 384, 1e-9);
  EXPECT_NEAR(total_capacity(topology::LeisersonFatTree{{256, std::cbrt(4.0)}}), 1045.482677221, 1e-6);
}

// The bisection of the leaves is one root link: (P/2)^k for growth 2^k (Solomonik, lecture 29).
TEST(LeisersonFatTree, BisectionCutsALinkOfTheRoot) {
  for (double const k : {0.0, 0.5, 2.0 / 3, 1.0}) {
    auto const bisection = topology::LeisersonFatTree{{1024, std::exp2(k)}}.known().terminal_bisection;
    EXPECT_NEAR(bisection->upper, 2 * std::pow(512, k), 1e-9) << "both directions";
    EXPECT_TRUE(bisection->exact());
  }
  EXPECT_EQ((topology::LeisersonFatTree{{16, 4}}.known().terminal_bisection->upper), 16)
      << "the links of half of the leaves";
}

// All divisions of the leaves into halves of 8, each with the cheapest assignment of the inner vertices.
TEST(LeisersonFatTree, BisectionIsMinimalOverAllDivisionsOfTheLeaves) {
  for (double const growth : {0.5, 1.0, 1.3, 1.587, 2.0, 2.5}) {
    topology::LeisersonFatTree const tree{{16, growth}};
    double best = 1e9;
    for (std::uint32_t half = 0; half < 1u << 16; ++half) {
      if (std::popcount(half) != 8) continue;
      std::vector<std::array<double, 2>> cost;  // of a subtree with its top on side 0 or 1
      for (std::uint32_t leaf = 0; leaf < 16; ++leaf)
        cost.push_back(half >> leaf & 1 ? std::array{1e9, 0.0} : std::array{0.0, 1e9});
      for (std::uint32_t height = 0; cost.size() > 1; ++height) {
        std::vector<std::array<double, 2>> above(cost.size() / 2);
        for (std::size_t i = 0; i < cost.size(); ++i)
          for (std::size_t side : {0u, 1u})
            above[i / 2][side] += std::min(cost[i][side], cost[i][1 - side] + tree.capacity(height));
        cost = std::move(above);
      }
      best = std::min({best, cost[0][0], cost[0][1]});
    }
    EXPECT_NEAR(tree.known().terminal_bisection->upper, 2 * best, 1e-9) << "growth " << growth;
  }
}

TEST(LeisersonFatTree, RequiresAPowerOfTwoOfLeaves) {
  EXPECT_THROW(topology::LeisersonFatTree::check({48, 2}), InputError);
  EXPECT_NO_THROW(topology::LeisersonFatTree::check({64, 2}));
}

}  // namespace
}  // namespace weft
