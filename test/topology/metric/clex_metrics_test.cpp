// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "support/known_oracle.hpp"
#include "weft/topology/family/clex.hpp"

namespace weft {
namespace {

using topology::Landing;
using topology::Links;

TEST(ClexMetrics, BoundTheChannelsThatLeaveAnySetOfNodes) {
  for (topology::Clex::Params const& params : {topology::Clex::Params{2, 2},
                                               {2, 3},
                                               {2, 4},
                                               {3, 2},
                                               {4, 2},
                                               {5, 2},
                                               {3, 3},
                                               {4, 3},
                                               {3, 4},
                                               {2, 6},
                                               {2, 3, Landing::high},
                                               {2, 4, Landing::high},
                                               {2, 2, Landing::low, Links::single},
                                               {4, 2, Landing::low, Links::single},
                                               {2, 4, Landing::low, Links::single},
                                               {3, 3, Landing::low, Links::single},
                                               {7, 1}}) {
    topology::Clex const clex{params};
    SCOPED_TRACE(to_spec(clex, true).to_string());
    expect_known_is_found(clex, clex.known(), false);
  }
}

/// Counts the pairs over each arc if differing digits are corrected from the highest down: the lowest digit
/// receives the target value, then a hop of the level moves it up.
std::map<Arc, std::uint64_t> pairs_by_arc(topology::Clex const& clex) {
  std::map<Arc, std::uint64_t> load;
  auto const& digits = clex.digits();
  auto const hop = [&](RouterId& at, RouterId to) {
    if (at == to) return;
    bool found = false;
    for (std::uint16_t p = 0; p < clex.degree(at); ++p) found |= clex.neighbor(at, {p}).router == to;
    EXPECT_TRUE(found) << "no channel";
    ++load[{at.v, to.v}];
    at = to;
  };
  for (std::uint32_t a = 0; a < clex.num_routers(); ++a)
    for (std::uint32_t b = 0; b < clex.num_routers(); ++b) {
      RouterId at{a};
      for (std::uint32_t d = clex.levels(); d-- > 1;) {
        if (digits.coord(at, d) == digits.coord({b}, d)) continue;
        auto const requested = digits.coord({b}, d), replaced = digits.coord(at, d);
        hop(at, digits.move(at, 0, requested));
        // With full links the same hop supplies the next target value.
        auto next = d;
        while (next > 1 && digits.coord(at, next - 1) == digits.coord({b}, next - 1)) --next;
        auto const lowest = clex.single() ? replaced : digits.coord({b}, next - 1);
        hop(at, digits.move(digits.move(at, d, requested), 0, lowest));
      }
      hop(at, {b});
    }
  return load;
}

TEST(ClexMetrics, PairLoadBoundsThePairsOfEveryArc) {
  for (topology::Clex::Params const& params : {topology::Clex::Params{3, 3},
                                               {2, 5},
                                               {5, 2},
                                               {4, 3},
                                               {3, 3, Landing::low, Links::single},
                                               {5, 2, Landing::low, Links::single},
                                               {2, 4, Landing::low, Links::single}}) {
    topology::Clex const clex{params};
    SCOPED_TRACE(to_spec(clex, true).to_string());
    std::uint64_t max = 0;
    for (auto const& [arc, pairs] : pairs_by_arc(clex)) max = std::max(max, pairs);
    EXPECT_LE(static_cast<double>(max), *clex.known().pair_load);
    // With more than two values, a node satisfies every condition of the proof, and the counts are exact.
    if (clex.m() > 2 || !clex.single()) {
      EXPECT_GE(static_cast<double>(max), *clex.known().pair_load - 1e-9);
    }
  }
}

TEST(ClexMetrics, BoundTheOutExpansionOfAMillionNodes) {
  // A million nodes, Table I of the paper: more than (m - 1) / 2 and at most m / 2.
  auto const known = topology::Clex{{32, 4}}.known();
  EXPECT_GT(524288 / *known.pair_load, 15.5);
  EXPECT_EQ(known.out_expansion->upper, 16);
}

TEST(ClexMetrics, OrbitsMatchClassesOfEqualDigits) {
  // k of the l - 1 higher digits equal the lowest digit, the others are partitioned by value: l = 4 yields
  // the partitions of 0, 1, 2 and 3 into at most m - 1 parts.
  EXPECT_EQ(topology::Clex({2, 2}).known().orbits->upper, 2);
  EXPECT_EQ(topology::Clex({2, 4}).known().orbits->upper, 1 + 1 + 1 + 1);
  EXPECT_EQ(topology::Clex({3, 4}).known().orbits->upper, 1 + 1 + 2 + 2);
  EXPECT_EQ(topology::Clex({9, 4}).known().orbits->upper, 1 + 1 + 2 + 3);
  EXPECT_EQ(topology::Clex({9, 4}).known().orbits->lower, 4);
  // Search finds no other automorphisms.
  for (topology::Clex::Params const& params :
       {topology::Clex::Params{3, 3}, {2, 6}, {3, 4}, {4, 3}, {3, 4, Landing::low, Links::single}}) {
    topology::Clex const clex{params};
    SCOPED_TRACE(to_spec(clex, true).to_string());
    std::vector<Arc> arcs;
    auto const graphs = simple_graphs(clex);
    for (std::uint32_t v = 0; v < graphs.out.size(); ++v)
      for (auto const w : graphs.out[v]) arcs.emplace_back(v, w);
    auto const found = count_orbits(Graph::from_arcs(graphs.out.size(), arcs));
    EXPECT_EQ(static_cast<double>(found.lower), clex.known().orbits->upper);
    EXPECT_EQ(static_cast<double>(found.upper), clex.known().orbits->upper);
  }
}

}  // namespace
}  // namespace weft
