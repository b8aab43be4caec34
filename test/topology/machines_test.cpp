#include "weft/topology/machines.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "weft/topology/family/percs.hpp"
#include "weft/topology/family/torus.hpp"
#include "weft/topology/family/xgft.hpp"

namespace weft {
namespace {

template <class T>
T machine(std::string const& name) {
  auto const spec = expand_machine(Spec::parse(name));
  EXPECT_EQ(spec.name, T::name);
  auto const params = read_params<typename T::Params>(T::schema, spec);
  T::check(params);
  return T{params};
}

/// Links between halves of a torus cut across its longest side: two per line.
double torus_bisection(Torus const& torus) {
  std::uint32_t longest = 0;
  for (std::uint32_t dim = 0; dim < torus.shape().dims(); ++dim)
    longest = std::max(longest, torus.shape().side(dim));
  return 2.0 * static_cast<double>(torus.num_routers()) / longest;
}

// Adiga et al. 2005: 65,536 nodes, 6 links of 175 MB/s, bisection 360 GB/s, at most 32 + 16 + 16 hops.
TEST(Machines, BlueGeneL) {
  auto const torus = machine<Torus>("blue_gene_l");
  EXPECT_EQ(torus.num_routers(), 65536u);
  EXPECT_EQ(torus.degree({0}), 6);
  EXPECT_EQ(torus.diameter(), 64u);
  EXPECT_NEAR(torus_bisection(torus) * 0.175, 360, 2);
}

// Chen et al. 2011: 1,024 nodes per rack, 10 links per node.
TEST(Machines, BlueGeneQ) {
  auto const torus = machine<Torus>("blue_gene_q");
  EXPECT_EQ(torus.num_routers(), 1024u);
  EXPECT_EQ(torus.degree({0}), 10);
}

// Chen et al. 2012: 98,304 nodes of 16 cores; 2 GB/s per link and direction give 49.152 TB/s across the bisection.
TEST(Machines, Sequoia) {
  auto const torus = machine<Torus>("sequoia");
  EXPECT_EQ(torus.num_routers(), 98304u);
  EXPECT_EQ(torus.num_routers() * 16, 1572864u) << "the 1.6 M cores";
  EXPECT_EQ(torus.degree({0}), 10);
  EXPECT_EQ(torus.diameter(), 8u + 8 + 8 + 6 + 1);
  EXPECT_DOUBLE_EQ(torus_bisection(torus) * 2 * 2, 49152);
}

TEST(Machines, CrayXmt) {
  auto const torus = machine<Torus>("cray_xmt");
  EXPECT_EQ(torus.num_routers(), 512u);
  EXPECT_EQ(torus.degree({0}), 6);
}

// Ajima et al. 2012: 88,128 nodes, groups of 12, 10 links per node.
TEST(Machines, KComputer) {
  auto const torus = machine<Torus>("k_computer");
  EXPECT_EQ(torus.num_routers(), 82944u + 5184u);
  EXPECT_EQ(torus.degree({0}), 10);
  EXPECT_EQ(torus.diameter(), 12u + 9 + 8 + 1 + 1 + 1);
}

// Leiserson et al. 1992, section 3: per processor 20 MB/s in a group of 4, 10 in a group of 16, 5 anywhere; two links of 10.
TEST(Machines, Cm5) {
  auto const tree = machine<Xgft>("cm5");
  EXPECT_EQ(tree.num_nodes(), 1024u);
  EXPECT_EQ(tree.degree({0}) * 10, 20);
  auto const& [children, parents] = tree.params();
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
TEST(Machines, Power7) {
  auto const percs = machine<Percs>("power7_ih_775");
  EXPECT_EQ(percs.num_routers(), 16384u);
  EXPECT_EQ(percs.num_routers() * 32, 524288u);
  EXPECT_EQ(percs.diameter(), 3u);
}

TEST(Machines, ArgumentsBesideTheNameReplaceItsOwn) {
  EXPECT_EQ(expand_machine(Spec::parse("blue_gene_l:sides=8x8x8,concentration=2")).to_string(),
            "torus:sides=8x8x8,concentration=2");
  EXPECT_EQ(expand_machine(Spec::parse("torus:sides=3")).to_string(), "torus:sides=3");
}

TEST(Machines, AllAreTested) { EXPECT_EQ(machines().size(), 7u); }

}  // namespace
}  // namespace weft
