// SPDX-License-Identifier: Apache-2.0
// Facts of Lenzen & Wattenhofer, CLEX: Yet Another Supercomputer Architecture? (arXiv 1607.00298), section 2.

#include "weft/topology/family/clex.hpp"

#include <gtest/gtest.h>

#include "support/breadth_first.hpp"
#include "support/complaint.hpp"
#include "support/topology_view_of.hpp"
#include "weft/core/catalog.hpp"

namespace weft {
namespace {

topology::Clex single(std::int64_t m, std::int64_t levels) {
  return topology::Clex{{m, levels, topology::Landing::low, topology::Links::single}};
}

TEST(Clex, MatchesTheSizesInThePaper) {
  topology::Clex const table1{{32, 4}}, table2{{64, 3}};
  EXPECT_EQ(table1.num_routers(), 1048576u);
  EXPECT_EQ(table1.degree({0}), 128);
  EXPECT_EQ(table1.diameter(), 4u);
  EXPECT_EQ(table2.num_routers(), 262144u);
  EXPECT_EQ(table2.degree({0}), 192);
  EXPECT_EQ(table2.diameter(), 3u);
}

TEST(Clex, MatchesTheDegreeInThePaperWithSingleLinks) {
  EXPECT_EQ(single(32, 4).degree({0}), 31 + 3);
  EXPECT_EQ(single(64, 3).degree({0}), 63 + 2);
  EXPECT_DOUBLE_EQ(single(32, 4).classes()[0].bandwidth, 1);
  EXPECT_DOUBLE_EQ(single(32, 4).classes()[3].bandwidth, 32);
}

TEST(Clex, EdgesLeadToTheCopyOfTheLowestDigit) {
  for (auto const landing : {topology::Landing::low, topology::Landing::high}) {
    topology::Clex const clex{{3, 4, landing}};
    for (std::uint32_t r = 0; r < clex.num_routers(); ++r)
      for (std::uint16_t p = 3; p < clex.degree({r}); ++p) {
        auto const level = clex.level_of({r}, {p});
        auto const to = clex.neighbor({r}, {p}).router;
        EXPECT_EQ(clex.digit(to, level), clex.digit({r}, 1));
      }
  }
}

TEST(Clex, LandingSelectsTheEndpoint) {
  // (d_4 d_3 d_2 d_1) = (1 2 3 4) in base 5
  RouterId const r{((1 * 5 + 2) * 5 + 3) * 5 + 4};
  auto const node = [](std::uint32_t d4, std::uint32_t d3, std::uint32_t d2, std::uint32_t d1) {
    return RouterId{((d4 * 5 + d3) * 5 + d2) * 5 + d1};
  };
  topology::Clex const low{{5, 4}}, high{{5, 4, topology::Landing::high}};
  for (std::uint16_t w = 0; w < 5; ++w) {
    auto const port = [&](int level) { return PortId{static_cast<std::uint16_t>((level - 1) * 5 + w)}; };
    EXPECT_EQ(low.neighbor(r, port(1)), (Hop{node(1, 2, 3, w), {4}}));
    EXPECT_EQ(low.neighbor(r, port(2)), (Hop{node(1, 2, 4, w), {5 + 3}}));
    EXPECT_EQ(low.neighbor(r, port(4)), (Hop{node(4, 2, 3, w), {15 + 1}}));
    EXPECT_EQ(high.neighbor(r, port(1)), (Hop{node(1, 2, 3, w), {4}}));
    EXPECT_EQ(high.neighbor(r, port(2)), (Hop{node(1, 2, 4, w), {5 + 3}}));
    EXPECT_EQ(high.neighbor(r, port(3)), (Hop{node(1, 4, w, 3), {10 + 2}}));
    EXPECT_EQ(high.neighbor(r, port(4)), (Hop{node(4, w, 2, 3), {15 + 1}}));
  }
}

TEST(Clex, SingleLinksSwapTheLowestDigitWithTheDigitOfTheirLevel) {
  auto const clex = single(5, 3);
  RouterId const r{(1 * 5 + 2) * 5 + 4};
  EXPECT_EQ(clex.neighbor(r, {0}), (Hop{{(1 * 5 + 2) * 5 + 0}, {3}}));
  EXPECT_EQ(clex.neighbor(r, {4}), (Hop{{(1 * 5 + 4) * 5 + 2}, {4}}));
  EXPECT_EQ(clex.neighbor(r, {5}), (Hop{{(4 * 5 + 2) * 5 + 1}, {5}}));
}

TEST(Clex, SingleLinksAreBidirectional) {
  auto const clex = single(4, 3);
  for (std::uint32_t r = 0; r < clex.num_routers(); ++r)
    for (std::uint16_t p = 0; p < clex.degree({r}); ++p) {
      auto const hop = clex.neighbor({r}, {p});
      EXPECT_EQ(clex.neighbor(hop.router, hop.port), (Hop{{r}, {p}}));
    }
}

TEST(Clex, ReachesEveryNodeByAtMostOneEdgePerLevel) {
  topology::Clex const clex{{4, 3}};
  for (std::uint32_t from = 0; from < 64; ++from)
    for (std::uint32_t to = 0; to < 64; ++to) {
      auto at = clex.neighbor({from}, {static_cast<std::uint16_t>(clex.digit({to}, 3))}).router;
      for (std::uint32_t level = 3; level >= 2; --level) {
        auto const free = clex.digit({to}, level == 2 ? 1 : level - 1);
        at = clex.neighbor(at, {static_cast<std::uint16_t>((level - 1) * 4 + free)}).router;
      }
      EXPECT_EQ(at.v, to);
    }
}

TEST(Clex, DistanceMatchesSearchWithSingleLinks) {
  for (auto const& clex : {single(2, 8), single(3, 5), single(5, 4)})
    for (std::uint32_t from = 0; from < clex.num_routers(); ++from) {
      auto const hops = hops_from(clex, {from});
      for (std::uint32_t to = 0; to < hops.size(); ++to)
        ASSERT_EQ(clex.distance({from}, {to}), hops[to]) << from << " to " << to << ", m = " << clex.m();
    }
}

TEST(Clex, AcceptsABandwidthPerLevel) {
  auto const classes =
      topology::Clex{{4, 4, topology::Landing::low, topology::Links::full, {1, 2}}}.classes();
  ASSERT_EQ(classes.size(), 4u);
  EXPECT_EQ(classes[0].name, "level1");
  EXPECT_DOUBLE_EQ(classes[0].bandwidth, 1);
  EXPECT_DOUBLE_EQ(classes[1].bandwidth, 2);
  EXPECT_DOUBLE_EQ(classes[3].bandwidth, 2);
}

TEST(Clex, SupportsABillionNodesWithoutTables) {
  topology::Clex const clex{{32, 6}};
  EXPECT_EQ(clex.num_routers(), std::uint64_t{1} << 30);
  EXPECT_EQ(clex.copy_of({0x3fffffff}, 5), 31u);
  EXPECT_EQ(clex.distance({0}, {0x3fffffff}), 6u);
}

TEST(Clex, NumbersTheCopiesOfEachLevel) {
  topology::Clex const clex{{3, 2}};
  EXPECT_EQ(clex.num_copies(1), 3u);
  EXPECT_EQ(clex.num_copies(2), 1u);
  EXPECT_EQ(clex.copy_of({7}, 1), 2u);
  EXPECT_EQ(clex.copy_of({7}, 2), 0u);
}

void expect_rejected(std::string const& spec, std::string const& words) {
  auto const line = complaint_of([&] {
    Catalog<topology::Clex>::pick(
        Spec::parse(spec), [](auto const&) {}, "topology");
  });
  EXPECT_NE(line.find(words), std::string::npos) << spec << ": " << line;
  EXPECT_EQ(line.find('\n'), std::string::npos) << line;
}

TEST(Clex, SourceIsTheInverseOfNeighbor) {
  for (auto const& params : test_params<topology::Clex>()) {
    topology::Clex const clex{params};
    for (std::uint32_t r = 0; r < clex.num_routers(); ++r)
      for (std::uint16_t p = 0; p < clex.degree({r}); ++p) {
        auto const hop = clex.neighbor({r}, {p});
        ASSERT_EQ(clex.source(hop.router, hop.port), (Hop{RouterId{r}, PortId{p}}))
            << to_spec(clex).to_string() << ", router " << r << ", port " << p;
      }
  }
}

TEST(Clex, RejectsInvalidParametersWithOneLine) {
  expect_rejected("clex:m=0", "m=0");
  expect_rejected("clex:m=70000,levels=9", "m=70000");
  expect_rejected("clex:m=60000,levels=9", "2^32 nodes");
  expect_rejected("clex:m=40000,levels=2", "65535 ports");
  expect_rejected("clex:m=4,links=single,landing=high", "landing=high");
  expect_rejected("clex:m=4,levels=2,bandwidth=1x2x3", "bandwidth has 3 entries");
  expect_rejected("clxe", "clex");
}

// Lenzen & Wattenhofer: n = m^l nodes of degree m l, diameter l.
TEST(Clex, MeasuresAMillionNodesInClosedForm) {
  auto const known = topology::Clex{{32, 4}}.known();
  std::uint64_t pairs = 0;
  for (auto const count : known.pairs_at_distance) pairs += count;
  EXPECT_EQ(pairs, (std::uint64_t{1} << 40) - (1u << 20));
  EXPECT_EQ(known.pairs_at_distance.size(), 4u);
  EXPECT_EQ(*known.links + *known.loops + *known.parallel, (std::uint64_t{1} << 20) * 32 * 4);
  EXPECT_EQ(known.edge_connectivity, 124u);
  EXPECT_GT(known.bisection->lower, 0.24 * 32 * (1 << 20));
  EXPECT_EQ(known.bisection->upper, 63.0 / 4 * (1 << 20));
}

// A quarter of the nodes has its link of the highest level from one half of the copies to the other, shared
// by two nodes.
TEST(Clex, HasAnExactBisectionWithSingleLinks) {
  auto const known = topology::Clex{{8, 3, topology::Landing::low, topology::Links::single}}.known();
  EXPECT_TRUE(known.bisection->exact());
  EXPECT_EQ(known.bisection->lower, 128);
}

}  // namespace
}  // namespace weft
