// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/machines.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/percs.hpp"
#include "weft/topology/family/torus.hpp"
#include "weft/topology/family/xgft.hpp"

namespace weft {
namespace {

template <class T>
T machine(std::string const& name) {
  auto const spec = parse_topology(name);
  EXPECT_EQ(spec.name, T::name);
  auto const params = read_params<typename T::Params>(T::schema, spec);
  T::check(params);
  return T{params};
}

/// Returns the number of links between halves of a torus that is cut across its longest side: two links per
/// line.
double torus_bisection(topology::Torus const& torus) {
  std::uint32_t longest = 0;
  for (std::uint32_t dim = 0; dim < torus.shape().dims(); ++dim)
    longest = std::max(longest, torus.shape().side(dim));
  return 2.0 * static_cast<double>(torus.num_routers()) / longest;
}

// Adiga et al. 2005: 65,536 nodes, 6 links of 175 MB/s, bisection 360 GB/s, at most 32 + 16 + 16 hops.
TEST(Machines, MatchesBlueGeneL) {
  auto const torus = machine<topology::Torus>("blue_gene_l");
  EXPECT_EQ(torus.num_routers(), 65536u);
  EXPECT_EQ(torus.degree({0}), 6);
  EXPECT_EQ(torus.diameter(), 64u);
  EXPECT_NEAR(torus_bisection(torus) * 0.175, 360, 2);
}

// Chen et al. 2011: 1,024 nodes per rack, 10 links per node.
TEST(Machines, MatchesBlueGeneQ) {
  auto const torus = machine<topology::Torus>("blue_gene_q");
  EXPECT_EQ(torus.num_routers(), 1024u);
  EXPECT_EQ(torus.degree({0}), 10);
}

// Chen et al. 2012: 98,304 nodes of 16 cores; 2 GB/s per link and direction give 49.152 TB/s across the
// bisection.
TEST(Machines, MatchesSequoia) {
  auto const torus = machine<topology::Torus>("sequoia");
  EXPECT_EQ(torus.num_routers(), 98304u);
  EXPECT_EQ(torus.num_routers() * 16, 1572864u) << "the 1.6 M cores";
  EXPECT_EQ(torus.degree({0}), 10);
  EXPECT_EQ(torus.diameter(), 8u + 8 + 8 + 6 + 1);
  EXPECT_DOUBLE_EQ(torus_bisection(torus) * 2 * 2, 49152);
}

TEST(Machines, MatchesCrayXmt) {
  auto const torus = machine<topology::Torus>("cray_xmt");
  EXPECT_EQ(torus.num_routers(), 512u);
  EXPECT_EQ(torus.degree({0}), 6);
  EXPECT_NEAR(torus.injection(), 3.2 / 3.8, 1e-4) << "HyperTransport beside a link of the torus, GB/s";
}

// Ajima et al. 2012: 88,128 nodes, groups of 12, 10 links per node.
TEST(Machines, MatchesTheKComputer) {
  auto const torus = machine<topology::Torus>("k_computer");
  EXPECT_EQ(torus.num_routers(), 82944u + 5184u);
  EXPECT_EQ(torus.degree({0}), 10);
  EXPECT_EQ(torus.diameter(), 12u + 9 + 8 + 1 + 1 + 1);
  EXPECT_EQ(torus.injection(), 4) << "Tofu network interfaces of a node";
}

// Leiserson et al. 1992, section 3: per processor 20 MB/s within a group of 4, 10 MB/s within a group of 16,
// 5 MB/s anywhere; two links of 10 MB/s.
TEST(Machines, MatchesCm5) {
  auto const tree = machine<topology::Xgft>("cm5");
  EXPECT_EQ(tree.num_nodes(), 1024u);
  EXPECT_EQ(tree.degree({0}) * 10, 20);
  auto const& [children, parents, concentration] = tree.params();
  EXPECT_EQ(concentration, 0);
  double links = static_cast<double>(parents[0]), processors = 1;
  std::vector<double> per_processor;
  for (std::size_t level = 1; level < parents.size(); ++level) {
    links *= static_cast<double>(parents[level]);
    processors *= static_cast<double>(children[level - 1]);
    per_processor.push_back(links * 10 / processors);
  }
  EXPECT_EQ(per_processor, (std::vector<double>{10, 5, 5, 5}));
}

// Arimilli et al. 2010: 524,288 cores in 512 supernodes of 32 nodes of 32 cores.
TEST(Machines, MatchesPower7) {
  auto const percs = machine<topology::Percs>("power7_ih_775");
  EXPECT_EQ(percs.num_routers(), 16384u);
  EXPECT_EQ(percs.num_routers() * 32, 524288u);
  EXPECT_EQ(percs.diameter(), 3u);
}

// Vazhkudai et al. 2018: 4,608 nodes, 18 in a rack; 36-port switches of a nonblocking tree.
TEST(Machines, MatchesSummit) {
  auto const tree = machine<topology::Xgft>("summit");
  EXPECT_EQ(tree.num_nodes(), 4608u);
  auto const leaf_switches = tree.level_size(1);
  EXPECT_EQ(leaf_switches, 256u);
  RouterId const leaf{static_cast<std::uint32_t>(tree.level_size(0))};
  EXPECT_EQ(tree.degree(leaf), 36);
  EXPECT_EQ(tree.degree(leaf) - 18, 18) << "as many links up as down";
}

// Ajima et al. 2018: 158,976 nodes, 10 ports.
TEST(Machines, MatchesFugaku) {
  auto const torus = machine<topology::Torus>("fugaku");
  EXPECT_EQ(torus.num_routers(), 158976u);
  EXPECT_EQ(torus.degree({0}), 10);
}

// Returns the number of links between two groups of a dragonfly, counted from the first group.
std::uint32_t links_between_groups(topology::Dragonfly const& dragonfly, std::uint32_t a, std::uint32_t b) {
  std::uint32_t links = 0;
  for (std::uint32_t r = 0; r < dragonfly.num_routers(); ++r)
    for (std::uint16_t p = 0; dragonfly.group_of({r}) == a && p < dragonfly.degree({r}); ++p)
      links += dragonfly.group_of(dragonfly.neighbor({r}, {p}).router) == b;
  return links;
}

// Atchley et al. 2023: 9,408 nodes of 4 ports, 74 groups of 32 switches, 4 links between two groups.
TEST(Machines, MatchesFrontier) {
  auto const dragonfly = machine<topology::Dragonfly>("frontier");
  EXPECT_EQ(dragonfly.num_groups(), 74u);
  EXPECT_EQ(dragonfly.num_terminals(), 74u * 512);
  EXPECT_GE(dragonfly.num_terminals(), 9408u * 4);
  for (std::uint32_t group = 1; group < 74; ++group) EXPECT_EQ(links_between_groups(dragonfly, 0, group), 4u);
}

// CSC: 276 TB/s between the 24 groups of LUMI-G: 1 TB/s for each of the 276 pairs, 20 links of 50 GB/s in
// both directions.
TEST(Machines, MatchesLumiG) {
  auto const dragonfly = machine<topology::Dragonfly>("lumi_g");
  EXPECT_EQ(dragonfly.num_groups(), 24u);
  EXPECT_GE(dragonfly.num_terminals(), 2978u * 4);
  for (std::uint32_t group = 1; group < 24; ++group)
    EXPECT_EQ(links_between_groups(dragonfly, 0, group), 20u);
}

TEST(Machines, AliasesDenoteFamilies) {
  EXPECT_EQ(parse_topology("fat-tree:arity=4").to_string(), "fat_tree:arity=4");
  EXPECT_EQ(parse_topology("clos:arity=8").to_string(), "kary_ntree:levels=2,arity=8");
  EXPECT_EQ(parse_topology("slim-fly:q=5").to_string(), "slim_fly:q=5");
  EXPECT_EQ(parse_topology("dragonfly+:p=2").to_string(), "dragonfly_plus:p=2");
}

TEST(Machines, ArgumentsOverrideArgumentsOfTheAlias) {
  EXPECT_EQ(parse_topology("blue_gene_l:sides=8x8x8,concentration=2").to_string(),
            "torus:sides=8x8x8,concentration=2");
  EXPECT_EQ(parse_topology("torus:sides=3").to_string(), "torus:sides=3");
}

TEST(Machines, AllAreTested) { EXPECT_EQ(named_machines().size(), 11u); }

}  // namespace
}  // namespace weft
