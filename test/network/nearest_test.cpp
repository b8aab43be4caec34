// SPDX-License-Identifier: Apache-2.0
#include "weft/network/nearest.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "weft/core/error.hpp"
#include "weft/network/topologies.hpp"
#include "weft/network/topology_facts.hpp"

namespace weft {
namespace {

TEST(NearestMember, MatchesAThousandTerminalsInEachFamily) {
  EXPECT_EQ(nearest_member("torus", 1000), "torus:sides=10x10x10");
  EXPECT_EQ(nearest_member("mesh", 1090), "mesh:sides=11x11x9");  // 1089
  EXPECT_EQ(nearest_member("clex", 1000), "clex:m=10,levels=3");
  EXPECT_EQ(nearest_member("dragonfly", 1000), "dragonfly:p=4,a=8,h=4,groups=31");  // 992
  EXPECT_EQ(nearest_member("dragonfly", 1057), "dragonfly:p=4,a=8,h=4,groups=33");  // 1056, all its groups
  EXPECT_EQ(nearest_member("binary_tree", 1000), "binary_tree:height=10");
  EXPECT_EQ(nearest_member("slim_fly", 1000),
            "slim_fly:q=9");  // 162 routers of degree 13 with 7 each: 1134; q = 8: 768
}

/// The results have exactly 1,024 or 2,048 terminals, except for 41 groups of 50 terminals: 2,050.
TEST(NearestMember, MatchesPowersOfTwo) {
  EXPECT_EQ(nearest_member("torus", 2048), "torus:sides=16x16x8");
  EXPECT_EQ(nearest_member("hyperx", 2048), "hyperx:sides=8x8,terminals=32");
  EXPECT_EQ(nearest_member("dragonfly", 2048), "dragonfly:p=5,a=10,h=5,groups=41");
  EXPECT_EQ(nearest_member("fat_tree", 2048), "xgft:children=64,parents=32,concentration=32");
  EXPECT_EQ(nearest_member("xgft", 2048), "xgft:children=16x16x8,parents=1x16x16");
  EXPECT_EQ(nearest_member("torus", 1024), "torus:sides=16x8x8");
  EXPECT_EQ(nearest_member("hyperx", 1024), "hyperx:sides=8x8,terminals=16");
  EXPECT_EQ(nearest_member("dragonfly", 1024), "dragonfly:p=4,a=8,h=4,groups=32");
  EXPECT_EQ(nearest_member("fat_tree", 1024), "xgft:children=32,parents=32,concentration=32");
  EXPECT_EQ(nearest_member("kary_ntree", 1024), "kary_ntree:arity=32,levels=2");
}

/// Terminals at switches, as in other families: no cable of a host counts as a link.
TEST(NearestMember, FatTreesHaveLinksBetweenSwitchesOnly) {
  auto const facts = make_topology(nearest_member("fat_tree", 1024))->facts();
  EXPECT_EQ(facts.vertices, 64U);
  EXPECT_EQ(facts.nodes, 0U);
  EXPECT_EQ(facts.terminals, 1024U);
}

constexpr std::uint64_t largest = 300;  // terminals of the members below

/// Calls visit(sides) for all lists of descending sides from 2 on, at most a factor of two apart.
void visit_sides(std::vector<std::uint64_t> const& sides, std::size_t count,
                 std::function<void(std::vector<std::uint64_t> const&)> const& visit) {
  if (sides.size() == count) return visit(sides);
  for (std::uint64_t side = 2; side <= (sides.empty() ? 80 : sides.back()); ++side) {
    if (!sides.empty() && 2 * side < sides.front()) continue;
    auto more = sides;
    more.push_back(side);
    visit_sides(more, count, visit);
  }
}

std::string text_of(std::vector<std::uint64_t> const& sides) {
  return fmt::format("{}", fmt::join(sides, "x"));
}

/// Returns the small members of a family, one by one, in the shapes listed in docs/concepts/topology.md.
std::vector<std::string> all_members(CatalogDoc const& family) {
  std::vector<std::string> specs;
  auto const& name = family.name;
  auto const add_grids = [&](std::string const& key,
                             std::function<std::string(std::vector<std::uint64_t> const&)> rest) {
    visit_sides({}, 3, [&](auto const& sides) {
      if (sides[0] * sides[1] * sides[2] <= largest)
        specs.push_back(name + ":" + key + text_of(sides) + rest(sides));
    });
  };
  auto const add_levels = [&](std::string const& key, std::string const& level, std::uint64_t first,
                              std::uint64_t last) {
    for (auto levels = first; levels <= last; ++levels)
      for (std::uint64_t i = 1; i <= 30; ++i)
        specs.push_back(fmt::format("{}:{}={},{}={}", name, key, i, level, levels));
  };
  if (name == "torus" || name == "mesh") {
    add_grids("sides=", [](auto const&) { return std::string{}; });
  } else if (name == "xgft") {
    add_grids("children=",
              [](auto const& children) { return fmt::format(",parents=1x{}x{}", children[0], children[1]); });
  } else if (name == "hyperx") {
    for (std::size_t const dimensions : {2U, 3U})
      visit_sides({}, dimensions, [&](auto const& sides) {
        std::uint64_t routers = 1;
        for (auto const side : sides) routers *= side;
        auto const smallest = sides.back();
        for (auto each = (smallest + 3) / 4; each <= 4 * smallest && routers * each <= largest; ++each)
          specs.push_back(fmt::format("hyperx:sides={},terminals={}", text_of(sides), each));
      });
  } else if (name == "dragonfly" || name == "dragonfly_plus") {
    bool const plus = name == "dragonfly_plus";
    std::uint64_t smaller = 0;  // terminals of the largest member with fewer ports
    for (std::uint64_t h = 1; h <= 5; ++h) {
      auto const per_group = (plus ? 1 : 2) * h * h, groups = per_group + 1;
      for (std::uint64_t g = 1; g <= groups; ++g)
        if (g * per_group > smaller)
          specs.push_back(plus ? fmt::format("{0}:p={1},leaves={1},spines={1},h={1},groups={2}", name, h, g)
                               : fmt::format("{}:p={},a={},h={},groups={}", name, h, 2 * h, h, g));
      smaller = groups * per_group;
    }
  } else if (name == "kary_ntree" || name == "clex") {
    add_levels(name == "clex" ? "m" : "arity", "levels", 2, 10);
  } else if (name == "kary_nfly") {
    add_levels("arity", "stages", 2, 10);
  } else if (name == "flattened_butterfly") {
    add_levels("arity", "levels", 3, 10);
  } else if (name == "de_bruijn" || name == "kautz") {
    add_levels("degree", "length", 2, 10);
  } else if (name == "dcell") {
    add_levels("servers", "levels", 1, 3);
  } else if (name == "sparse_torus") {
    for (std::uint64_t side = 2; side <= 30; ++side)
      specs.push_back(fmt::format("sparse_torus:dimensions=3,side={}", side));
  } else if (name == "percs") {
    for (std::uint64_t i = 1; i <= 6; ++i) specs.push_back(fmt::format("percs:supernodes={},links=1", i));
  } else {
    std::vector<std::string> const linear{"ring",      "complete", "coated_mesh",       "sparse_mesh",
                                          "jellyfish", "xpander",  "leiserson_fat_tree"};
    bool const grows_slowly = std::ranges::find(linear, name) != linear.end();
    for (auto const& parameter : family.params)
      if (parameter.type == "integer" && parameter.use.size && parameter.name != "degree")
        for (std::uint64_t i = 1; i <= (grows_slowly ? largest : 30); ++i)
          specs.push_back(fmt::format("{}:{}={}", name, parameter.name, i));
  }
  return specs;
}

/// Compares with all members, one by one.
TEST(NearestMember, IsTheClosestOfAllMembersOfEachFamily) {
  for (auto const& family : topology_docs()) {
    if (family.name == "file" || family.name == "petersen" || family.name == "hoffman_singleton") continue;
    std::vector<std::uint64_t> sizes;
    for (auto const& spec : all_members(family)) try {
        if (auto const terminals = make_topology(spec)->num_terminals(); terminals <= 4 * largest)
          sizes.push_back(terminals);
      } catch (InputError const&) {}
    ASSERT_FALSE(sizes.empty()) << family.name;
    for (std::uint64_t const requested : {16U, 60U, 113U}) {
      auto const off = [&](std::uint64_t size) {
        return size > requested ? size - requested : requested - size;
      };
      auto const min = off(*std::ranges::min_element(sizes, {}, off));
      auto const found = nearest_member(family.name, requested);
      EXPECT_EQ(off(make_topology(found)->num_terminals()), min) << found << " for " << requested;
    }
  }
}

TEST(NearestMember, KeepsGivenParameters) {
  EXPECT_EQ(nearest_member("torus:concentration=2", 2000), "torus:concentration=2,sides=10x10x10");
  EXPECT_EQ(nearest_member("torus:concentration=2", 2048), "torus:concentration=2,sides=16x8x8");
  EXPECT_EQ(nearest_member("torus:sides=4x4", 2000), "torus:sides=4x4");
  EXPECT_EQ(nearest_member("kary_ntree:levels=2", 1000), "kary_ntree:levels=2,arity=32");
  EXPECT_EQ(make_topology(nearest_member("hyperx:terminals=8", 2048))->num_terminals(), 2048u);
}

TEST(NearestMember, AcceptsAliases) {
  EXPECT_EQ(nearest_member("fat-tree", 1000), "xgft:children=40,parents=25,concentration=25");
  EXPECT_EQ(nearest_member("fat-tree:levels=3", 1000), "kary_ntree:levels=3,arity=10");
  EXPECT_EQ(nearest_member("clos", 1000), "kary_ntree:levels=2,arity=32");
}

TEST(NearestMember, RejectsUnknownFamilies) { EXPECT_THROW(nearest_member("tors", 10), InputError); }

/// Returns the maximum number of ports of a router, counted here.
std::uint64_t radix(AnyTopology const& topology) {
  std::uint64_t maximum = 0;
  for (std::uint32_t r = 0; r < topology.num_routers(); ++r)
    if (!topology.is_node({r}))
      maximum = std::max<std::uint64_t>(maximum, topology.degree({r}) + topology.terminals_at({r}).count);
  return maximum;
}

/// A dragonfly with h = 16 has 512 terminals per group and 16 + 31 + 16 ports; h = 12 gives 864 or 1152
/// terminals, more than 5 % off, and h = 11 gives 4 groups of 242. A HyperX of 10 x 10 with 20 terminals
/// needs two links between neighbors, 20 + 2 * 18 ports; 10 x 9 with 22 or 23 would need three links and at
/// least 73 ports. Of fat trees with 24 links down and 24 up, 42 leaves are the first with 1000 terminals.
TEST(NearestMember, UsesThePortsOfLargeSwitches) {
  EXPECT_EQ(nearest_member("dragonfly", 2048, {.radix = 64}), "dragonfly:p=16,a=32,h=16,groups=4");
  EXPECT_EQ(nearest_member("dragonfly_plus", 2048, {.radix = 64}),
            "dragonfly_plus:p=32,leaves=32,spines=32,h=32,groups=2");
  EXPECT_EQ(nearest_member("hyperx", 2048, {.radix = 64}), "hyperx:sides=10x10,parallel=2,terminals=20");
  EXPECT_EQ(nearest_member("fat_tree", 1000, {.radix = 48}), "xgft:children=42,parents=24,concentration=24");
  EXPECT_EQ(nearest_member("dragonfly", 1000, {.radix = 48}), "dragonfly:p=11,a=22,h=11,groups=4");
  EXPECT_EQ(nearest_member("dragonfly", 1000, {.radix = 48, .at_least = true}),
            "dragonfly:p=10,a=20,h=10,groups=5");
  EXPECT_EQ(nearest_member("dragonfly:p=2", 1000, {.radix = 48}), nearest_member("dragonfly:p=2", 1000));
}

/// Uniform traffic of T terminals per router loads each of the K S links along a dimension of side S with
/// T / (K S).
TEST(NearestMember, LinksOfHyperxCarryUniformTraffic) {
  for (std::uint64_t const terminals : {300U, 1000U, 2048U})
    for (std::uint64_t const ports : {24U, 48U, 64U})
      for (auto const& arguments : find_topology("hyperx")->members_with_ports(ports, terminals)) {
        auto const made = make_topology("hyperx:" + arguments);
        EXPECT_LE(made->facts().radix, ports) << arguments;
        auto const& load = made->facts().known.uniform_load;
        ASSERT_TRUE(load) << arguments;
        EXPECT_LE(load->upper, static_cast<double>(made->num_terminals())) << arguments;
      }
}

TEST(NearestMember, RespectsTheLimits) {
  EXPECT_EQ(nearest_member("fat_tree", 2048, {.radix = 64}), "xgft:children=64,parents=32,concentration=32");
  EXPECT_EQ(nearest_member("dragonfly", 2048, {.radix = 15}), "dragonfly:p=4,a=8,h=4,groups=33");
  EXPECT_EQ(nearest_member("dragonfly", 1000, {.at_least = true}), "dragonfly:p=4,a=8,h=4,groups=32");
  EXPECT_EQ(nearest_member("torus", 1000, {.radix = 7}), "torus:sides=10x10x10");
  EXPECT_EQ(complaint_of([] { nearest_member("torus", 1000, {.radix = 3}); }),
            "torus has no member with routers of at most 3 ports; raise --radix, or omit the family");
  for (char const* const family : {"fat_tree", "hyperx", "dragonfly", "slim_fly", "kary_ntree"})
    for (std::uint64_t const ports : {16U, 24U}) {
      auto const found = make_topology(nearest_member(family, 300, {.radix = ports}));
      EXPECT_LE(radix(*found), ports) << family << " " << found->spec(false);
    }
}

/// What the choice of a fat tree minimizes: first whether it is more than 5 % off, then the routers per
/// terminal, without terminals beyond the requested number, or for trees that are further off the difference.
std::pair<bool, double> rank_of(std::uint64_t size, std::uint64_t routers, std::uint64_t requested) {
  auto const off = size > requested ? size - requested : requested - size;
  if (20 * off > requested) return {true, static_cast<double>(off)};
  return {false, static_cast<double>(routers) / static_cast<double>(std::min(size, requested))};
}

/// Returns the rank of the best fat tree of two or three levels, by enumeration.
std::pair<bool, double> best_rank(std::uint64_t requested, std::uint64_t ports, std::uint64_t taper) {
  std::pair<bool, double> best{true, 1e9};
  for (std::uint64_t down = 1; down <= ports; ++down) {
    auto const up = (down + taper - 1) / taper;
    if (down + up > ports) break;
    for (std::uint64_t leaves = 1; leaves <= ports; ++leaves)
      best = std::min(best, rank_of(down * leaves, leaves + up, requested));
    for (std::uint64_t middle = 2; middle <= ports / 2; ++middle)
      for (std::uint64_t pods = 1; pods <= ports; ++pods)
        best = std::min(best, rank_of(down * middle * pods, pods * (middle + up) + up * middle, requested));
  }
  return best;
}

TEST(NearestMember, ReturnsTheBestFatTreeWithATaper) {
  for (std::uint64_t const ports : {8U, 16U, 36U})
    for (std::uint64_t const taper : {1U, 2U, 3U})
      for (std::uint64_t const requested : {7U, 60U, 113U, 500U}) {
        auto const spec =
            nearest_member("fat_tree", requested, {.radix = ports, .taper = static_cast<double>(taper)});
        auto const found = make_topology(spec);
        EXPECT_EQ(rank_of(found->num_terminals(), found->num_routers(), requested),
                  best_rank(requested, ports, taper))
            << spec;
        EXPECT_LE(radix(*found), ports) << spec;
        auto const edge = found->injection_router({0});
        std::uint64_t const down = found->terminals_at(edge).count;
        EXPECT_EQ(found->degree(edge), (down + taper - 1) / taper) << spec;
      }
}

}  // namespace
}  // namespace weft
