// SPDX-License-Identifier: Apache-2.0
#include "weft/network/layout.hpp"

#include <cmath>
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
    EXPECT_EQ(fast[i].total_pitches, slow[i].total_pitches) << "summed in the same order";
    EXPECT_EQ(fast[i].min_pitches, slow[i].min_pitches);
    EXPECT_EQ(fast[i].max_pitches, slow[i].max_pitches);
  }
}

template <Topology T>
void expect_lengths_are_measured(T const& topology, LayoutParams const& params) {
  auto const layout = make_layout(topology, params);
  auto const fast = cable_lengths(topology, layout), slow = measure_cable_lengths(topology, layout);
  ASSERT_EQ(fast.size(), slow.size());
  for (std::size_t i = 0; i < fast.size(); ++i) EXPECT_EQ(fast[i], slow[i]) << "class " << i;
}

template <Topology T>
class LayoutOf : public testing::Test {};
using Types =
    testing::Types<topology::Clex, topology::Torus, topology::Mesh, topology::BinaryTree, topology::KaryNtree,
                   topology::Xgft, topology::Dragonfly, topology::Percs, topology::Dcell,
                   topology::SparseTorus, topology::SparseMesh, topology::CoatedMesh, topology::Hyperx>;
TYPED_TEST_SUITE(LayoutOf, Types);

TYPED_TEST(LayoutOf, AssignsDistinctPositionsToRouters) {
  for (auto const& params : TypeParam::samples()) {
    SCOPED_TRACE(to_spec<TypeParam>(params).to_string());
    expect_own_places(TypeParam{params}, {});
    expect_own_places(TypeParam{params}, {.folding = Folding::plain});
    expect_own_places(TypeParam{params}, {.rack = 7, .aisle = 0});
    expect_own_places(TypeParam{params}, {.rack = 1});
    expect_own_places(TypeParam{params}, {.folding = Folding::two_rows});
    expect_own_places(TypeParam{params}, {.cables = CablePath::straight, .wire = 0.5});
    expect_own_places(TypeParam{params}, {.wire = 20});
  }
}

TYPED_TEST(LayoutOf, CountsCablesBySymmetry) {
  for (auto const& params : TypeParam::samples()) {
    SCOPED_TRACE(to_spec<TypeParam>(params).to_string());
    expect_symmetry_tells_the_truth(TypeParam{params}, {});
    expect_lengths_are_measured(TypeParam{params}, {});
    for (LayoutParams const& layout :
         {LayoutParams{.folding = Folding::plain}, LayoutParams{.folding = Folding::two_rows},
          LayoutParams{.cables = CablePath::straight}, LayoutParams{.wire = 0.5},
          LayoutParams{.cables = CablePath::straight, .wire = 20}}) {
      expect_symmetry_tells_the_truth(TypeParam{params}, layout);
      expect_lengths_are_measured(TypeParam{params}, layout);
    }
  }
}

TEST(Layout, CountsCablesOfLargeClexTopologies) {
  expect_symmetry_tells_the_truth(topology::Clex{{32, 2}}, {});
  expect_symmetry_tells_the_truth(topology::Clex{{11, 3}}, {});
  expect_symmetry_tells_the_truth(topology::Clex{{7, 4, topology::Landing::high}}, {});
  expect_symmetry_tells_the_truth(topology::Clex{{12, 3, topology::Landing::low, topology::Links::single}},
                                  {});
  expect_symmetry_tells_the_truth(topology::Clex{{2, 11, topology::Landing::high}}, {});
}

TEST(Layout, NestsTheCubesOfClex) {
  auto const layout = make_layout(topology::Clex{{32, 4}}, {});
  EXPECT_EQ(layout.extent(), (Cell{128, 128, 64}));
  EXPECT_EQ(make_layout(topology::Clex{{32, 3}}, {}).extent(), (Cell{32, 32, 32}));
  EXPECT_EQ(make_layout(topology::Clex{{64, 3}}, {}).extent(), (Cell{64, 64, 64}));
  // A node's position is the sum of its digits' offsets; node (1 2 3 4) in base 32:
  RouterId const r{((1 * 32 + 2) * 32 + 3) * 32 + 4};
  auto const cell = layout.cell(r);
  for (std::size_t axis = 0; axis < 3; ++axis)
    EXPECT_EQ(cell[axis], layout.offset(3, 1)[axis] + layout.offset(2, 2)[axis] + layout.offset(1, 3)[axis] +
                              layout.offset(0, 4)[axis]);
}

// Lenzen & Wattenhofer: cables grow by m^(1/3) per level.
TEST(Layout, ClexCablesGrowByTheCubeRootOfMPerLevel) {
  topology::Clex const clex{{64, 5}};
  auto const cables = cable_statistics(clex, make_layout(clex, {}));
  for (std::size_t level = 2; level < 5; ++level)
    EXPECT_NEAR(cables[level].mean_length() / cables[level - 1].mean_length(), 4, 0.35)
        << "level " << level + 1;
}

TEST(Layout, FoldedRingsHaveNoLongCables) {
  topology::Torus const ring{{{9}}};
  auto const folded = cable_statistics(ring, make_layout(ring, {.pitch = 1}));
  EXPECT_EQ(folded[0].max_pitches, 2u);
  EXPECT_EQ(folded[0].min_pitches, 1u);
  EXPECT_EQ(folded[0].total_pitches, 2u * (7 * 2 + 2 * 1));
  auto const plain = cable_statistics(ring, make_layout(ring, {.pitch = 1, .folding = Folding::plain}));
  EXPECT_EQ(plain[0].max_pitches, 8u);
  EXPECT_DOUBLE_EQ(plain[0].mean_length(), 16.0 / 9);
}

// The lecture: "How could a ring network be constructed so that each link has the same length?" An even ring
// folded into two rows uses unit steps. An odd ring cannot: a step along an axis changes the sum of the
// coordinates by one, and a closed walk changes it by 0. Its cables extend one step along each of two axes.
TEST(Layout, RingsInTwoRowsHaveCablesOfOneLength) {
  for (std::int64_t side = 3; side <= 24; ++side) {
    SCOPED_TRACE(side);
    topology::Torus const ring{{{side}}};
    bool const odd = side % 2 == 1;
    for (auto const way : {CablePath::axes, CablePath::straight}) {
      LayoutParams const params{.pitch = 1, .folding = Folding::two_rows, .cables = way};
      expect_own_places(ring, params);
      auto const cables = cable_statistics(ring, make_layout(ring, params))[0];
      EXPECT_EQ(cables.min_pitches, cables.max_pitches);
      EXPECT_EQ(cables.max_pitches, !odd ? 1 : way == CablePath::axes ? 2 : std::sqrt(2.0));
      EXPECT_EQ(cables.cables(), 2u * static_cast<std::uint64_t>(side));
    }
    if (!odd) {
      auto const extent = make_layout(ring, {.folding = Folding::two_rows}).extent();
      EXPECT_EQ(extent, (Cell{static_cast<std::int32_t>(side / 2), 2, 1}));
    }
  }
}

TEST(Layout, ToriInTwoRowsHaveCablesOfOneLengthPerDimension) {
  for (auto const& sides :
       std::vector<Sides>{{8, 8}, {4, 6, 8}, {5, 4, 7}, {8, 8, 8}, {3, 3, 3, 3}, {4, 2, 6}}) {
    topology::Torus const torus{{sides}};
    LayoutParams const params{.folding = Folding::two_rows};
    expect_own_places(torus, params);
    for (auto const& cables : cable_statistics(torus, make_layout(torus, params)))
      EXPECT_EQ(cables.min_pitches, cables.max_pitches) << cables.name;
  }
  // 8 x 8: the first dimension occupies 4 x 2 positions in steps of 1, the second uses steps of 2 along its
  // short side.
  topology::Torus const torus{{{8, 8}}};
  auto const cables = cable_statistics(torus, make_layout(torus, {.folding = Folding::two_rows}));
  EXPECT_EQ(cables[0].max_pitches, 1);
  EXPECT_EQ(cables[1].max_pitches, 2);
}

TEST(Layout, MatchesStraightCablesByHand) {
  topology::Mesh const mesh{{{4, 5, 6}}};
  auto const layout = make_layout(mesh, {.pitch = 0.8, .cables = CablePath::straight});
  EXPECT_DOUBLE_EQ(layout.length({0}, {119}), 0.8 * std::sqrt(9.0 + 16 + 25));
  // The clique of clex:m=8 is a cube with two positions per side. Of the 56 channels, 8 * 3 are edges, 8 * 3
  // diagonals of faces, 8 diagonals of the cube.
  topology::Clex const clex{{8, 1}};
  auto const lengths = cable_lengths(clex, make_layout(clex, {.cables = CablePath::straight}))[0];
  EXPECT_EQ(lengths, (std::vector<CableCount>{{0, 8}, {1, 24}, {std::sqrt(2.0), 24}, {std::sqrt(3.0), 8}}));
}

TEST(Layout, WiresIncreaseThePitchOfATorus) {
  // A folded ring of 8 has 28 pitches of channels, so a router of 8 x 8 x 8 has 3 * 28 / 8 = 10.5 pitches,
  // which fill the space between the routers: p^3 = 0.5^3 + wire * 10.5 p, which p = 1 solves with wire =
  // 0.875 / 10.5.
  topology::Torus const torus{{{8, 8, 8}}};
  EXPECT_NEAR(make_layout(torus, {.wire = 0.875 / 10.5}).pitch(), 1, 1e-9) << "bisected to 1e-12";
  EXPECT_EQ(make_layout(torus, {.cables = CablePath::straight, .wire = 0.01}).pitch(),
            make_layout(torus, {.wire = 0.01}).pitch());
  // Racks with aisles have enough space.
  topology::Dragonfly const dragonfly{{4, 8, 4}};
  EXPECT_EQ(make_layout(dragonfly, {.wire = 1e-4}).pitch(), 0.5);
  EXPECT_GT(make_layout(dragonfly, {.wire = 1}).pitch(), 0.5);
}

TEST(Layout, KeepsTheShapeOfLocalNetworksOnGrids) {
  topology::Clex const clex({.levels = 2, .clique = "[mesh:sides=4x8]"});
  topology::Mesh const mesh({.sides = {4, 8}});
  for (double const wire : {0.0, 0.02}) {
    auto const layout = make_layout(clex, {.wire = wire});
    auto const own = make_layout(mesh, {});
    auto const first = layout.cell({0}), right = layout.cell({1});
    auto const step = static_cast<std::uint32_t>(right[0] - first[0]);
    EXPECT_GT(step, 0u);
    for (std::uint32_t r = 0; r < 32; ++r)
      for (std::size_t axis = 0; axis < 2; ++axis)
        EXPECT_EQ(layout.cell({r})[axis], own.cell({r})[axis] * static_cast<std::int32_t>(step)) << wire;
    expect_own_places(clex, {.wire = wire});
  }
}

TEST(Layout, ClexWiresFitIntoTheBoxes) {
  // Visits every channel: the channels inside the copies of each level are in boxes of equal positions.
  for (double const wire : {0.001, 0.02, 0.5, 10.0}) {
    SCOPED_TRACE(wire);
    topology::Clex const clex{{8, 3, topology::Landing::low, topology::Links::full, {2, 1, 3}}};
    auto const layout = make_layout(clex, {.wire = wire});
    std::vector<double> volume(3, 0);
    for (std::uint32_t r = 0; r < 512; ++r)
      for (std::uint16_t p = 0; p < clex.degree({r}); ++p) {
        auto const level = clex.level_of({r}, {p});
        volume[level - 1] +=
            wire * clex.classes()[level - 1].bandwidth *
            manhattan_distance(layout.cell({r}), layout.cell(clex.neighbor({r}, {p}).router)) *
            layout.pitch();
      }
    double wires = 0, routers = 0.125;
    for (std::uint32_t k = 0, copies = 512; k < 3; ++k) {
      copies /= 8;
      routers *= 8;
      wires += volume[k];
      // The step between neighboring boxes is the step of the next digit, and 2 x 2 x 2 boxes fill a cube.
      auto const steps = layout.offset(k, 7);
      double const places = 8.0 * steps[0] * steps[1] * steps[2] * std::pow(layout.pitch(), 3);
      EXPECT_GE(places * (1 + 1e-9), routers + wires / copies) << "digit " << k;
      // With one position less they would not fit, even with the present cable lengths.
      double const fewer =
          8.0 * (steps[0] - 1) * (steps[1] - 1) * (steps[2] - 1) * std::pow(layout.pitch(), 3);
      EXPECT_LT(fewer, routers + wires / copies) << "digit " << k;
    }
  }
  // Thin wires increase the distances only slightly: 64 m, and less than a tenth more.
  auto const thin = make_layout(topology::Clex{{32, 4}}, {.wire = 1e-7});
  EXPECT_GE(thin.extent()[0] * thin.pitch(), 63.5);
  EXPECT_LT(thin.extent()[0] * thin.pitch(), 70);
}

// Lenzen & Wattenhofer, footnote 16: if the volume of the wires determines the distances, cables grow by up
// to m^(1/2) per level. A box of m^i nodes has m^(i + 1) top-level cables about as long as its side L, so L^3
// is proportional to m^(i + 1) L. The lower levels add equal shares.
TEST(Layout, ClexCablesGrowByTheSquareRootOfMPerLevelIfWiresDominate) {
  topology::Clex const clex{{64, 5}};
  auto const layout = make_layout(clex, {.wire = 1});
  auto const lengths = cable_lengths(clex, layout);
  auto const cables = cable_statistics(clex.classes(), channel_groups(clex), lengths, layout.pitch());
  for (std::size_t level = 3; level < 5; ++level)
    EXPECT_NEAR(cables[level].mean_length() / cables[level - 1].mean_length(), 8, 0.4)
        << "level " << level + 1;
}

TEST(Layout, MeshCablesHaveOnePitchInThreeDimensions) {
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
  EXPECT_EQ(cable_statistics(mesh, layout)[3].max_pitches, 4u);
}

TEST(Layout, PlacesOtherTopologiesInRowsOfRacks) {
  auto const layout = make_layout(PlainLayout{64}, {.rack = 4, .aisle = 3});
  EXPECT_EQ(layout.extent(), (Cell{8, 5, 4}))
      << "16 racks in two rows, which are as long as both with their aisles";
  EXPECT_EQ(layout.cell({37}), (Cell{1, 4, 1}));
}

TEST(Layout, PlacesGroupsInSeparateRacks) {
  topology::Dragonfly const dragonfly{{4, 8, 4}};
  auto const layout = make_layout(dragonfly, {.rack = 4, .aisle = 3});
  auto const cables = cable_statistics(dragonfly, layout);
  EXPECT_EQ(cables[0].max_pitches, 1u + 3) << "two racks of four routers";
  EXPECT_GT(cables[1].max_pitches, cables[0].max_pitches);
}

TEST(Layout, PlacesServersInTheRackOfTheirMiniSwitch) {
  topology::Dcell const dcell{{7, 1}};
  auto const cables = cable_statistics(dcell, make_layout(dcell, {.rack = 8}));
  EXPECT_EQ(cables[0].max_pitches, 7u);
}

TEST(Layout, PlacesTheLevelsOfATreeAroundTheRoot) {
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

TEST(Layout, CountsABillionNodesInClosedForm) {
  topology::Clex const clex{{32, 6}};
  auto const cables = cable_statistics(clex, make_layout(clex, {}));
  EXPECT_EQ(cables[5].channels, std::uint64_t{1} << 35);
  EXPECT_EQ(cables[5].loops, std::uint64_t{1} << 25);
}

}  // namespace
}  // namespace weft
