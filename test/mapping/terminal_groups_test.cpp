// SPDX-License-Identifier: Apache-2.0
#include "weft/mapping/terminal_groups.hpp"

#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "support/machine_of.hpp"
#include "weft/core/error.hpp"
#include "weft/mapping/percs/modular_coloring.hpp"
#include "weft/network/topologies.hpp"

namespace weft::mapping {
namespace {

MappingContext context_on(std::string const& topology) {
  weft::Machine machine(make_topology(topology));
  MappingContext context{{1}, machine.num_terminals(), 1};
  context.machine = machine;
  return context;
}

using Sizes = std::vector<std::uint32_t>;

TEST(TerminalGroups, ConsistOfTheCopiesBelowTheTopLevel) {
  auto const sizes = [](std::string const& topology) { return terminal_groups(context_on(topology)).sizes; };
  EXPECT_EQ(sizes("percs:supernodes=8,links=4"), (Sizes{4, 32, 128}));
  EXPECT_EQ(sizes("dragonfly:p=2,a=4,h=2"), (Sizes{2, 8}));
  EXPECT_EQ(sizes("dragonfly_plus:p=3,leaves=4,spines=2,h=2"), (Sizes{3, 12}));
  EXPECT_EQ(sizes("clex:m=4,levels=3"), (Sizes{1, 4, 16}));
  EXPECT_EQ(sizes("clex:m=4,levels=1"), Sizes{});
  EXPECT_EQ(sizes("dcell:servers=4,levels=1"), (Sizes{1, 4}));
  EXPECT_EQ(sizes("torus:sides=4x4"), Sizes{});
  EXPECT_THROW(require_groups(context_on("torus:sides=4x4"), "hybrid"), InputError);
}

TEST(TerminalGroups, AreCompleteInAPartOfTheMachine) {
  auto const sizes = [](std::uint32_t first, std::uint32_t count) {
    std::vector<std::uint32_t> part(count);
    std::iota(part.begin(), part.end(), first);
    MappingContext context{{1}, count, 1};
    context.whole = weft::Machine(make_topology("dragonfly:p=2,a=4,h=2"));
    context.part = &part;
    return terminal_groups(context).sizes;
  };
  EXPECT_EQ(sizes(8, 24), (Sizes{2, 8}));
  EXPECT_EQ(sizes(4, 24), Sizes{}) << "from the middle of a group";
  EXPECT_EQ(sizes(8, 20), Sizes{}) << "to the middle of a group";
}

// On PERCS, the number is a parameter. A dragonfly has a h global ports per group for g - 1 other groups, a h
// / (g - 1) rounded down for each: 8 / 8, 8 / 4 and 8 / 3.
TEST(TerminalGroups, CountTheMinimumLinksBetweenTwoGroups) {
  auto const links = [](std::string const& topology, std::uint32_t groups) {
    auto const context = context_on(topology);
    return min_links(context, terminal_groups(context), groups);
  };
  EXPECT_EQ(links("percs:supernodes=8,links=4", 8), 4u);
  EXPECT_EQ(links("dragonfly:p=2,a=4,h=2", 9), 1u);
  EXPECT_EQ(links("dragonfly:p=2,a=4,h=2,groups=5", 5), 2u);
  EXPECT_EQ(links("dragonfly:p=2,a=4,h=2,groups=4", 4), 2u);
  EXPECT_EQ(links("dragonfly_plus:p=3,leaves=4,spines=2,h=2", 5), 1u);
}

/// Lemma A.1 of Chakaravarthy et al.: 5 y + 2 is nice for every power of two from 8 on. All permutations
/// found are nice by definition: in two rows of colors, the six neighbors of each color are distinct.
TEST(NicePermutation, HasSixDistinctNeighborsOfEachColor) {
  std::set<std::uint32_t> found;
  for (std::uint32_t q = 1; q <= 130; ++q) {
    auto const permutation = find_affine_permutation(q);
    if (!permutation) continue;
    found.insert(q);
    std::vector<std::set<std::uint32_t>> neighbors(q);
    for (std::uint32_t y = 0; y < q; ++y) {
      auto const next = (y + 1) % q;
      for (auto const& [a, b] :
           {std::pair{y, next}, {(*permutation)(y), (*permutation)(next)}, {y, (*permutation)(y)}}) {
        neighbors[a].insert(b);
        neighbors[b].insert(a);
        EXPECT_NE(a, b);
      }
    }
    for (auto const& of : neighbors) EXPECT_EQ(of.size(), 6u) << q;
  }
  for (std::uint32_t q = 8; q <= 128; q *= 2) {
    EXPECT_TRUE(found.contains(q));
    EXPECT_EQ(find_affine_permutation(q)->multiplier, 5u);
    EXPECT_EQ(find_affine_permutation(q)->offset, 2u);
  }
  EXPECT_TRUE(found.contains(12));
  EXPECT_GE(*found.begin(), 8u) << "seven colors need all six others as neighbors, and an affine one has not";
  for (std::uint32_t const prime : {11u, 13u, 17u, 101u}) EXPECT_FALSE(found.contains(prime));
}

}  // namespace
}  // namespace weft::mapping
