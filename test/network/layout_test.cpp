#include "weft/network/layout.hpp"

#include <set>

#include <gtest/gtest.h>

#include "weft/network/cables.hpp"
#include "weft/topology/family/binary_tree.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/coated_mesh.hpp"
#include "weft/topology/family/dcell.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/hyperx.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/percs.hpp"
#include "weft/topology/family/sparse_mesh.hpp"
#include "weft/topology/family/sparse_torus.hpp"
#include "weft/topology/family/torus.hpp"
#include "weft/topology/family/xgft.hpp"

namespace weft {
namespace {

template <Topology T>
void expect_own_places(T const& topology, LayoutParams const& params) {
  auto const layout = make_layout(topology, params);
  std::set<Cell> places;
  for (std::uint32_t r = 0; r < topology.num_routers(); ++r) {
    auto const cell = layout.cell({r});
    for (std::size_t axis = 0; axis < 3; ++axis) {
      EXPECT_GE(cell[axis], 0);
      EXPECT_LT(cell[axis], layout.extent()[axis]);
    }
    EXPECT_TRUE(places.insert(cell).second) << "two routers at the place of " << r;
  }
}

template <Topology T>
void expect_symmetry_tells_the_truth(T const& topology, LayoutParams const& params) {
  auto const layout = make_layout(topology, params);
  auto const fast = cable_statistics(topology, layout),
             slow = cable_statistics(topology.classes(), channel_groups(topology),
                                     measure_cable_lengths(topology, layout), layout.pitch());
  ASSERT_EQ(fast.size(), slow.size());
  for (std::size_t i = 0; i < fast.size(); ++i) {
    SCOPED_TRACE(slow[i].name);
    EXPECT_EQ(fast[i].name, slow[i].name);
    EXPECT_EQ(fast[i].channels, slow[i].channels);
    EXPECT_EQ(fast[i].loops, slow[i].loops);
    EXPECT_EQ(fast[i].total_cells, slow[i].total_cells);
    EXPECT_EQ(fast[i].min_cells, slow[i].min_cells);
    EXPECT_EQ(fast[i].max_cells, slow[i].max_cells);
  }
}

template <Topology T>
void expect_lengths_are_measured(T const& topology, LayoutParams const& params) {
  auto const layout = make_layout(topology, params);
  auto fast = cable_lengths(topology, layout), slow = measure_cable_lengths(topology, layout);
  ASSERT_EQ(fast.size(), slow.size());
  for (std::size_t i = 0; i < fast.size(); ++i) {
    fast[i].resize(slow[i].size(), 0);
    EXPECT_EQ(fast[i], slow[i]) << "class " << i;
  }
}

template <Topology T>
class LayoutOf : public testing::Test {};
using Types =
    testing::Types<topology::Clex, topology::Torus, topology::Mesh, topology::BinaryTree, topology::KaryNtree,
                   topology::Xgft, topology::Dragonfly, topology::Percs, topology::Dcell,
                   topology::SparseTorus, topology::SparseMesh, topology::CoatedMesh, topology::Hyperx>;
TYPED_TEST_SUITE(LayoutOf, Types);

TYPED_TEST(LayoutOf, GivesEveryRouterItsPlace) {
  for (auto const& params : TypeParam::samples()) {
    SCOPED_TRACE(to_spec<TypeParam>(params).to_string());
    expect_own_places(TypeParam{params}, {});
    expect_own_places(TypeParam{params}, {.folding = Folding::plain});
    expect_own_places(TypeParam{params}, {.rack = 7, .aisle = 0});
    expect_own_places(TypeParam{params}, {.rack = 1});
  }
}

TYPED_TEST(LayoutOf, CountsCablesBySymmetry) {
  for (auto const& params : TypeParam::samples()) {
    SCOPED_TRACE(to_spec<TypeParam>(params).to_string());
    expect_symmetry_tells_the_truth(TypeParam{params}, {});
    expect_symmetry_tells_the_truth(TypeParam{params}, {.folding = Folding::plain});
    expect_lengths_are_measured(TypeParam{params}, {});
  }
}

TEST(Layout, CountsCablesOfLargerClexes) {
  expect_symmetry_tells_the_truth(topology::Clex{{32, 2}}, {});
  expect_symmetry_tells_the_truth(topology::Clex{{11, 3}}, {});
  expect_symmetry_tells_the_truth(topology::Clex{{7, 4, topology::Landing::high}}, {});
  expect_symmetry_tells_the_truth(topology::Clex{{12, 3, topology::Landing::low, topology::Links::single}},
                                  {});
  expect_symmetry_tells_the_truth(topology::Clex{{2, 11, topology::Landing::high}}, {});
}

TEST(Layout, ClexIsCubesOfCubes) {
  auto const layout = make_layout(topology::Clex{{32, 4}}, {});
  EXPECT_EQ(layout.extent(), (Cell{128, 128, 64}));
  EXPECT_EQ(make_layout(topology::Clex{{32, 3}}, {}).extent(), (Cell{32, 32, 32}));
  EXPECT_EQ(make_layout(topology::Clex{{64, 3}}, {}).extent(), (Cell{64, 64, 64}));
  // A node's place is the sum of its digits' offsets; node (1 2 3 4) in base 32:
  RouterId const r{((1 * 32 + 2) * 32 + 3) * 32 + 4};
  auto const cell = layout.cell(r);
  for (std::size_t axis = 0; axis < 3; ++axis)
    EXPECT_EQ(cell[axis], layout.offset(3, 1)[axis] + layout.offset(2, 2)[axis] + layout.offset(1, 3)[axis] +
                              layout.offset(0, 4)[axis]);
}

// Lenzen & Wattenhofer: cables grow by m^(1/3) per level.
TEST(Layout, CablesOfClexGrowByTheCubeRootOfMPerLevel) {
  topology::Clex const clex{{64, 5}};
  auto const cables = cable_statistics(clex, make_layout(clex, {}));
  for (std::size_t level = 2; level < 5; ++level)
    EXPECT_NEAR(cables[level].mean_length() / cables[level - 1].mean_length(), 4, 0.35)
        << "level " << level + 1;
}

TEST(Layout, FoldedRingHasNoLongCable) {
  topology::Torus const ring{{{9}}};
  auto const folded = cable_statistics(ring, make_layout(ring, {.pitch = 1}));
  EXPECT_EQ(folded[0].max_cells, 2u);
  EXPECT_EQ(folded[0].min_cells, 1u);
  EXPECT_EQ(folded[0].total_cells, 2u * (7 * 2 + 2 * 1));
  auto const plain = cable_statistics(ring, make_layout(ring, {.pitch = 1, .folding = Folding::plain}));
  EXPECT_EQ(plain[0].max_cells, 8u);
  EXPECT_DOUBLE_EQ(plain[0].mean_length(), 16.0 / 9);
}

TEST(Layout, MeshCablesAreOnePitchInThreeDimensions) {
  topology::Mesh const mesh{{{4, 5, 6}}};
  auto const layout = make_layout(mesh, {.pitch = 0.8});
  for (auto const& cables : cable_statistics(mesh, layout)) EXPECT_DOUBLE_EQ(cables.max_length(), 0.8);
  EXPECT_DOUBLE_EQ(layout.length({0}, {119}), 0.8 * (3 + 4 + 5));
  EXPECT_DOUBLE_EQ(layout.position({119})[2], 0.8 * 5);
}

TEST(Layout, FourthDimensionRunsAlongTheFirstAxisInStrides) {
  topology::Mesh const mesh{{{4, 5, 6, 3}}};
  auto const layout = make_layout(mesh, {});
  EXPECT_EQ(layout.extent(), (Cell{12, 5, 6}));
  EXPECT_EQ(cable_statistics(mesh, layout)[3].max_cells, 4u);
}

TEST(Layout, OtherTopologiesStandInRacksInRows) {
  auto const layout = make_layout(PlainLayout{64}, {.rack = 4, .aisle = 3});
  EXPECT_EQ(layout.extent(), (Cell{8, 5, 4}))
      << "16 racks in two rows, which are as long as both with their aisles";
  EXPECT_EQ(layout.cell({37}), (Cell{1, 4, 1}));
}

TEST(Layout, GroupsHaveTheirOwnRacks) {
  topology::Dragonfly const dragonfly{{4, 8, 4}};
  auto const layout = make_layout(dragonfly, {.rack = 4, .aisle = 3});
  auto const cables = cable_statistics(dragonfly, layout);
  EXPECT_EQ(cables[0].max_cells, 1u + 3) << "two racks of four routers";
  EXPECT_GT(cables[1].max_cells, cables[0].max_cells);
}

TEST(Layout, ServersStandWithTheirMiniSwitch) {
  topology::Dcell const dcell{{7, 1}};
  auto const cables = cable_statistics(dcell, make_layout(dcell, {.rack = 8}));
  EXPECT_EQ(cables[0].max_cells, 7u);
}

TEST(Layout, LevelsOfATreeStandAroundTheRoot) {
  topology::KaryNtree const tree{{4, 3}};
  auto const layout = make_layout(tree, {.rack = 4, .aisle = 3});
  std::array<std::int32_t, 3> first_row{}, last_row{};
  for (std::size_t level = 0; level < 3; ++level) {
    auto const first = static_cast<std::uint32_t>(16 * level);
    first_row[level] = layout.cell({first})[1];
    last_row[level] = layout.cell({first + 15})[1];
  }
  EXPECT_LT(first_row[0], first_row[1]);
  EXPECT_LT(first_row[1], first_row[2]);
  EXPECT_LT(first_row[2], last_row[2]);
  EXPECT_LT(last_row[2], last_row[1]);
  EXPECT_LT(last_row[1], last_row[0]);
}

TEST(Layout, BillionNodesAreCountedAtOnce) {
  topology::Clex const clex{{32, 6}};
  auto const cables = cable_statistics(clex, make_layout(clex, {}));
  EXPECT_EQ(cables[5].channels, std::uint64_t{1} << 35);
  EXPECT_EQ(cables[5].loops, std::uint64_t{1} << 25);
}

}  // namespace
}  // namespace weft
