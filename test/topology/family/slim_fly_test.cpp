// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/slim_fly.hpp"

#include <set>

#include <gtest/gtest.h>

#include "support/complaint.hpp"

namespace weft {
namespace {

// Besta & Hoefler 2014, table 2 and section 2.2: q = 5 is the Hoffman-Singleton graph (50 routers of degree
// 7, 200 terminals); q = 19 has 722 routers of degree 29 and 15 terminals each: N = 10830.
TEST(SlimFly, MatchesPublishedFacts) {
  topology::SlimFly const small{{5}};
  EXPECT_EQ(small.num_routers(), 50u);
  EXPECT_EQ(small.degree({0}), 7);
  EXPECT_EQ(small.num_terminals(), 200u);
  EXPECT_FALSE(small.known().girth) << "5: left to search";
  topology::SlimFly const paper{{19}};
  EXPECT_EQ(paper.num_routers(), 722u);
  EXPECT_EQ(paper.degree({0}), 29);
  EXPECT_EQ(paper.num_terminals(), 10830u);
}

TEST(SlimFly, HasTheDegreeOfEachResidue) {
  EXPECT_EQ((topology::SlimFly{{7}}.degree({0})), 11) << "delta = -1";
  EXPECT_EQ((topology::SlimFly{{8}}.degree({0})), 12) << "delta = 0";
  EXPECT_EQ((topology::SlimFly{{9}}.degree({0})), 13) << "delta = 1";
}

TEST(SlimFly, MinimalPortsMatchSearch) {
  for (auto const& params : topology::SlimFly::samples()) {
    topology::SlimFly const graph(params);
    for (std::uint32_t a = 0; a < graph.num_routers(); a += 3)
      for (std::uint32_t b = 0; b < graph.num_routers(); ++b) {
        std::vector<PortId> expected, found;
        for (std::uint16_t p = 0; p < graph.degree({a}); ++p)
          if (graph.distance(graph.neighbor({a}, {p}).router, {b}) + 1 == graph.distance({a}, {b}))
            expected.push_back({p});
        graph.visit_minimal_ports({a}, {b}, [&](PortId p) { found.push_back(p); });
        ASSERT_EQ(found, expected) << "q = " << params.q << ": " << a << " -> " << b;
      }
  }
}

/// Finds the inverse by trial.
std::uint32_t inverse_modulo(std::uint32_t q, std::uint32_t value) {
  for (std::uint32_t inverse = 1; inverse < q; ++inverse)
    if (value * inverse % q == 1) return inverse;
  return 0;
}

TEST(SlimFly, MiddleRouterMatchesTheLecture) {
  // Solomonik 2016: (x, y) of one grid and (m, c) of the other are linked if m x + c - y = 0 modulo q, so two
  // routers of a grid have the common neighbor with m = (x - x')^-1 (y - y'). Computed here without the
  // field, modulo a prime.
  for (std::uint32_t const q : {3U, 5U, 7U, 11U, 13U}) {
    topology::SlimFly const fly({.q = q});
    auto const number = [&](std::uint32_t grid, std::uint32_t column, std::uint32_t row) {
      return (grid * q + column) * q + row;
    };
    for (std::uint32_t grid = 0; grid < 2; ++grid)
      for (std::uint32_t a = grid * q * q; a < (grid + 1) * q * q; ++a)
        for (std::uint32_t b = grid * q * q; b < (grid + 1) * q * q; ++b) {
          auto const column = a / q % q, other = b / q % q, row = a % q, other_row = b % q;
          if (column == other) continue;
          auto const ratio = inverse_modulo(q, (column + q - other) % q) * ((row + q - other_row) % q) % q;
          auto const middle = grid == 0 ? number(1, ratio, (row + q * q - ratio * column) % q)
                                        : number(0, (q - ratio) % q, (column * ((q - ratio) % q) + row) % q);
          ASSERT_EQ(fly.middle({a}, {b}).v, middle) << "q = " << q << ", " << a << " to " << b;
          // The routers adjacent to both, by search.
          std::set<std::uint32_t> near, common;
          for (std::uint16_t p = 0; p < fly.degree({a}); ++p) near.insert(fly.neighbor({a}, {p}).router.v);
          for (std::uint16_t p = 0; p < fly.degree({b}); ++p)
            if (auto const r = fly.neighbor({b}, {p}).router.v; near.contains(r)) common.insert(r);
          ASSERT_EQ(common, std::set{middle});
        }
  }
}

TEST(SlimFly, FormatsCoordinates) {
  topology::SlimFly const fly({.q = 5});
  EXPECT_EQ(fly.coordinates({0}), "(0,0,0)");
  EXPECT_EQ(fly.coordinates({13}), "(0,2,3)");
  EXPECT_EQ(fly.coordinates({25 + 4 * 5 + 1}), "(1,4,1)");
}

TEST(SlimFly, SupportsHundredsOfThousandsOfRoutersWithoutTables) {
  topology::SlimFly const graph{{512}};
  EXPECT_EQ(graph.num_routers(), 524288u);
  for (std::uint32_t to = 1; to < graph.num_routers(); to += 9973) {
    PortId first{};
    graph.visit_minimal_ports({77}, {to}, [&](PortId p) { first = p; });
    auto const next = graph.neighbor({77}, first).router;
    ASSERT_EQ(graph.distance(next, {to}) + 1, graph.distance({77}, {to})) << to;
  }
}

TEST(SlimFly, HasAnExactBisectionOverEvenFields) {
  EXPECT_EQ((topology::SlimFly{{8}}.known().bisection->lower), 256);
  EXPECT_TRUE((topology::SlimFly{{8}}.known().bisection->exact()));
  EXPECT_EQ((topology::SlimFly{{27}}.known().bisection->upper), 9855);
}

TEST(SlimFly, RejectsOtherSizesWithOneLine) {
  EXPECT_EQ(complaint_of([] { topology::SlimFly::check({6}); }),
            "q=6 (must be a prime power); nearest: 5 and 7");
  EXPECT_THROW(topology::SlimFly::check({2}), InputError);
  EXPECT_THROW(topology::SlimFly::check({65521}), InputError) << "ports";
  EXPECT_THROW(topology::SlimFly::check({4096, 1000}), InputError) << "terminals";
}

}  // namespace
}  // namespace weft
