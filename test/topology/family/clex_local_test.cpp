// SPDX-License-Identifier: Apache-2.0
// CLEX with a local network instead of cliques (Lenzen & Wattenhofer, arXiv 1607.00298, introduction).

#include <gtest/gtest.h>

#include "support/breadth_first.hpp"
#include "support/complaint.hpp"
#include "support/known_oracle.hpp"
#include "weft/core/catalog.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft {
namespace {

using topology::Clex;

Clex clex_of(std::string const& arguments) {
  return Clex(detail::checked_params<Clex>(Spec::parse("clex:" + arguments)));
}

void expect_same_network(Clex const& a, Clex const& b) {
  ASSERT_EQ(a.num_routers(), b.num_routers());
  for (std::uint32_t r = 0; r < a.num_routers(); ++r) {
    ASSERT_EQ(a.degree({r}), b.degree({r}));
    for (std::uint16_t p = 0; p < a.degree({r}); ++p) {
      ASSERT_EQ(a.neighbor({r}, {p}), b.neighbor({r}, {p})) << "router " << r << ", port " << p;
      ASSERT_EQ(a.class_of({r}, {p}), b.class_of({r}, {p})) << "router " << r << ", port " << p;
    }
  }
}

TEST(LocalClex, TreatsACompleteGraphAsTheClique) {
  for (auto const* rest : {"", ",landing=high", ",links=single", ",bandwidth=1x2"}) {
    auto const given = clex_of(std::string("levels=3,clique=[complete:routers=5]") + rest),
               plain = clex_of(std::string("m=5,levels=3") + rest);
    EXPECT_EQ(to_spec(given, true), to_spec(plain, true));
    EXPECT_EQ(given.local(), nullptr);
    expect_same_network(given, plain);
  }
}

// A one-dimensional Hamming graph numbers its ports as single links do. Full links have additional self
// loops.
TEST(LocalClex, HasTheSameChannelsWithAnotherCompleteGraph) {
  auto const single = clex_of("levels=3,links=single,clique=[hyperx:sides=4]");
  EXPECT_NE(single.local(), nullptr);
  expect_same_network(single, clex_of("m=4,levels=3,links=single"));
  auto const full = clex_of("levels=3,clique=[hyperx:sides=4]"), plain = clex_of("m=4,levels=3");
  EXPECT_EQ(full.known().pairs_at_distance, plain.known().pairs_at_distance);
  EXPECT_EQ(*full.known().loops + full.num_routers(), *plain.known().loops);
  EXPECT_EQ(full.known().parallel, plain.known().parallel);
  EXPECT_EQ(full.known().bisection->upper, plain.known().bisection->upper);
}

TEST(LocalClex, ReplacesOnlyLevelOneByTheLocalNetwork) {
  topology::Torus const torus({.sides = {3, 4}});
  for (auto const* rest : {"", ",landing=high", ",links=single"}) {
    auto const clex = clex_of(std::string("levels=3,clique=[torus:sides=3x4]") + rest),
               plain = clex_of(std::string("m=12,levels=3") + rest);
    std::uint16_t const own = torus.degree({0}), skipped = plain.ports_of(1);
    for (std::uint32_t r = 0; r < clex.num_routers(); ++r) {
      for (std::uint16_t p = 0; p < own; ++p) {
        auto const local = torus.neighbor({r % 12}, {p});
        ASSERT_EQ(clex.neighbor({r}, {p}), (Hop{{r - r % 12 + local.router.v}, local.port}));
        ASSERT_EQ(clex.level_of({r}, {p}), 1u);
      }
      for (std::uint16_t p = own; p < clex.degree({r}); ++p) {
        PortId const other{static_cast<std::uint16_t>(p - own + skipped)};
        ASSERT_EQ(clex.neighbor({r}, {p}).router, plain.neighbor({r}, other).router);
        ASSERT_EQ(clex.level_of({r}, {p}), plain.level_of({r}, other));
      }
    }
  }
}

// The contract tests search the samples; these are a network with a diameter above the number of levels, a
// directed network, and a network with routers of unequal degree.
TEST(LocalClex, ClosedFormsMatchSearch) {
  for (auto const* arguments :
       {"levels=2,clique=[mesh:sides=7]", "levels=3,clique=[de_bruijn:degree=2,length=2]",
        "levels=2,clique=[kautz:degree=2,length=3]", "levels=3,clique=[mesh:sides=2x3]",
        "levels=2,links=single,clique=[ring:routers=7]", "levels=3,links=single,clique=[mesh:sides=3]"}) {
    SCOPED_TRACE(arguments);
    auto const clex = clex_of(arguments);
    expect_known_is_found(clex, clex.known(), false);
    if (!clex.has_distance()) continue;
    for (std::uint32_t from = 0; from < clex.num_routers(); ++from) {
      auto const hops = hops_from(clex, {from});
      for (std::uint32_t to = 0; to < hops.size(); ++to) ASSERT_EQ(clex.distance({from}, {to}), hops[to]);
    }
  }
}

/// Returns the number of links between the lower half of the nodes and the others.
std::uint64_t links_between_halves(Clex const& clex) {
  auto const half = clex.num_routers() / 2;
  std::uint64_t links = 0;
  auto const graph = simple_graphs(clex).undirected;
  for (std::uint32_t r = 0; r < half; ++r)
    for (auto const to : graph[r]) links += to >= half;
  return links;
}

TEST(LocalClex, UpperBoundOfTheBisectionIsACut) {
  for (auto const* arguments :
       {"levels=2,clique=[mesh:sides=7]", "levels=3,clique=[mesh:sides=5]",
        "levels=3,clique=[torus:sides=3x3]", "levels=2,clique=[torus:sides=4x3]",
        "levels=3,links=single,clique=[mesh:sides=5]", "levels=2,links=single,clique=[ring:routers=8]",
        "levels=3,clique=[kautz:degree=2,length=2]"}) {
    auto const clex = clex_of(arguments);
    EXPECT_EQ(clex.known().bisection->upper, static_cast<double>(links_between_halves(clex))) << arguments;
  }
}

// n = 32^4 nodes, of 4 local channels and 3 32 others; no two nodes are farther than 4 hops.
TEST(LocalClex, MeasuresAMillionNodesInClosedForm) {
  auto const clex = clex_of("levels=4,clique=[torus:sides=4x8]");
  EXPECT_EQ(clex.m(), 32u);
  EXPECT_EQ(clex.degree({12345}), 4 + 96);
  auto const known = clex.known();
  EXPECT_EQ(known.diameter, 4u);
  std::uint64_t pairs = 0;
  for (auto const count : known.pairs_at_distance) pairs += count;
  EXPECT_EQ(pairs, (std::uint64_t{1} << 40) - (1u << 20));
  EXPECT_EQ(*known.links + *known.loops + *known.parallel, (std::uint64_t{1} << 20) * 100);
}

// A clique of 8 nodes, each with 8 ports that form a ring: port j of node i has a channel to and from node j.
TEST(LocalClex, ConnectsThePortsOfANodeByALocalNetwork) {
  auto const clex = clex_of("levels=2,links=single,bandwidth=1x0.125,clique=[ring:routers=8]");
  for (std::uint32_t node = 0; node < 8; ++node)
    for (std::uint32_t port = 0; port < 8; ++port)
      EXPECT_EQ(clex.neighbor({node * 8 + port}, {2}), (Hop{{port * 8 + node}, {2}}));
  EXPECT_EQ(clex.classes()[0].bandwidth, 1);
  EXPECT_EQ(clex.classes()[1].bandwidth, 1);
  EXPECT_EQ(
      clex_of("levels=2,clique=[clex:levels=2,links=single,bandwidth=1x0.125,clique=[ring:routers=8]]").m(),
      64u);
}

TEST(LocalClex, NestsLocalNetworks) {
  auto const clex = clex_of("levels=2,clique=[clex:levels=2,clique=[ring:routers=3]]");
  EXPECT_EQ(clex.m(), 9u);
  EXPECT_EQ(clex.num_routers(), 81u);
  EXPECT_EQ(clex.degree({0}), 2 + 3 + 9);
  EXPECT_EQ(to_spec(clex).to_string(),
            "clex:m=9,levels=2,clique=[clex:m=3,levels=2,clique=[ring:routers=3]]");
}

void expect_no_local_network(std::string const& arguments, std::string const& words) {
  auto const line = complaint_of([&] { clex_of(arguments); });
  EXPECT_NE(line.find(words), std::string::npos) << arguments << ": " << line;
  EXPECT_EQ(line.find('\n'), std::string::npos) << line;
}

TEST(LocalClex, DerivesOrChecksTheNumberOfNodes) {
  EXPECT_EQ(clex_of("levels=2,clique=[mesh:sides=6]").m(), 6u);
  EXPECT_EQ(clex_of("m=6,levels=2,clique=[mesh:sides=6]").m(), 6u);
  EXPECT_EQ(Clex({.levels = 2, .clique = "[mesh:sides=6]"}).m(), 6u);
  expect_no_local_network("m=4,levels=2,clique=[mesh:sides=6]", "m=4 conflicts with clique=[mesh:sides=6]");
  expect_no_local_network("m=7,levels=2,clique=[complete:routers=8]", "m=7");
  expect_no_local_network("levels=9,clique=[mesh:sides=16]", "2^32 nodes");
}

TEST(LocalClex, RejectsInvalidLocalNetworks) {
  expect_no_local_network("levels=2,clique=[flattened_butterfly:arity=4,levels=2]", "must have one terminal");
  expect_no_local_network("levels=2,clique=[kary_ntree:arity=2,levels=2]", "must have one terminal");
  expect_no_local_network("levels=2,clique=[dcell:servers=3,levels=1]", "must have one terminal");
  expect_no_local_network("levels=2,clique=[clex:m=3,levels=2,links=single]", "equal bandwidth");
  expect_no_local_network("levels=2,clique=[torsu:sides=4x8]", "torus");
  expect_no_local_network("levels=2,clique=[mesh:sides=3,ring]", "clique=");
  expect_no_local_network("levels=2,clique=[hyperx:sides=70000]", "sides");
}

}  // namespace
}  // namespace weft
