// SPDX-License-Identifier: Apache-2.0
#include "weft/drawing/picture.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "weft/experiment/assemble.hpp"

namespace weft {
namespace {

std::uint64_t lines(chart::NetworkView const& picture) {
  return std::accumulate(picture.links.begin(), picture.links.end(), std::uint64_t{0},
                         [](std::uint64_t sum, chart::ViewLink const& link) { return sum + link.count; });
}

TEST(Picture, DrawsALinePerLinkOfASmallNetwork) {
  auto const torus = picture_of(*make_topology("torus:sides=5x4"));
  EXPECT_EQ(torus.style, chart::Arrangement::grid);
  EXPECT_EQ(torus.sides, (std::vector<std::uint32_t>{5, 4}));
  EXPECT_EQ(torus.vertices.size(), 20u);
  EXPECT_EQ(torus.links.size(), 40u);
  EXPECT_EQ(torus.facts, "20 routers, 20 terminals, 40 links");
  EXPECT_EQ(picture_of(*make_topology("torus:sides=9")).style, chart::Arrangement::circle);
  EXPECT_EQ(picture_of(*make_topology("mesh:sides=9")).style, chart::Arrangement::grid);
  EXPECT_EQ(picture_of(*make_topology("clex:m=3,levels=2")).links.size(), 54u);
}

TEST(Picture, DrawsEveryRouterAtItsPositionInALayout) {
  auto const ring = picture_of_layout(*make_topology("torus:sides=6"), {.folding = Folding::two_rows});
  EXPECT_EQ(ring.style, chart::Arrangement::given);
  EXPECT_EQ(ring.facts, "6 routers, 6 terminals, 6 links; 1.5 x 1 x 0.5 m, all cables 0.5 m");
  ASSERT_EQ(ring.places.size(), 6u);
  for (auto const& link : ring.links) {
    auto const a = ring.places[link.a], b = ring.places[link.b];
    EXPECT_DOUBLE_EQ(std::hypot(a.x - b.x, a.y - b.y), 1) << "a flat layout, seen from above";
  }
  auto const folded = picture_of_layout(*make_topology("torus:sides=6"), {});
  EXPECT_EQ(folded.facts, "6 routers, 6 terminals, 6 links; 3 x 0.5 x 0.5 m, cables of 0.5 to 1 m");
  auto const cube = picture_of_layout(*make_topology("mesh:sides=2x2x2"), {});
  std::set<std::pair<double, double>> places;
  for (auto const& place : cube.places) places.emplace(place.x, place.y);
  EXPECT_EQ(places.size(), 8u) << "none behind another";
  EXPECT_THROW(picture_of_layout(*make_topology("torus:sides=64x64"), {}), InputError);
}

TEST(Picture, ArrangesByTheStructureOfTheTopology) {
  auto const clex = picture_of(*make_topology("clex:m=3,levels=3"));
  EXPECT_EQ(clex.style, chart::Arrangement::groups);
  ASSERT_EQ(clex.parts.size(), 2u);  // copies of level 2, then cliques
  EXPECT_EQ(std::set<std::uint32_t>(clex.parts[0].begin(), clex.parts[0].end()).size(), 3u);
  EXPECT_EQ(std::set<std::uint32_t>(clex.parts[1].begin(), clex.parts[1].end()).size(), 9u);
  auto const tree = picture_of(*make_topology("binary_tree:height=3"));
  EXPECT_EQ(tree.style, chart::Arrangement::stages);
  EXPECT_EQ(std::ranges::count(tree.parts[0], 0u), 8);
  EXPECT_EQ(std::ranges::count(tree.parts[0], 3u), 1);
  EXPECT_EQ(picture_of(*make_topology("dragonfly")).style, chart::Arrangement::groups);
  auto const mesh = picture_of(*make_topology("coated_mesh:side=3"));
  EXPECT_EQ(mesh.style, chart::Arrangement::grid);
  EXPECT_EQ(std::set<std::uint32_t>(mesh.parts[0].begin(), mesh.parts[0].end()).size(), 9u + 12u);
}

TEST(Picture, DividesALargeGridIntoBlocks) {
  auto const torus = picture_of(*make_topology("torus:sides=64x64x32"));
  EXPECT_EQ(torus.sides, (std::vector<std::uint32_t>{8, 8, 8}));
  EXPECT_EQ(torus.vertices.size(), 512u);
  EXPECT_EQ(torus.links.size(), 3u * 512);                  // a torus of blocks
  EXPECT_EQ(lines(torus), 2u * 8 * 64 * 32 + 8 * 64 * 64);  // links that leave a block
  EXPECT_NE(torus.note.find("8 x 8 x 4 routers"), std::string::npos);
  EXPECT_EQ(picture_of(*make_topology("torus:sides=100x100")).sides, (std::vector<std::uint32_t>{20, 20}));
}

TEST(Picture, AggregatesALargeHierarchyByCopies) {
  auto const clex = picture_of(*make_topology("clex:m=16,levels=4"));
  EXPECT_EQ(clex.vertices.size(), 16u);
  EXPECT_EQ(lines(clex), 16u * 15 * 4096);  // channels of level 4 to other copies
  auto const tree = picture_of(*make_topology("binary_tree:height=12"));
  EXPECT_EQ(tree.style, chart::Arrangement::stages);
  EXPECT_LE(tree.vertices.size(), 13u * 24);
}

TEST(Picture, MatrixCountsEveryChannelOnce) {
  for (std::string const spec : {"torus:sides=5x4", "clex:m=4,levels=2", "torus:sides=30x30"}) {
    auto const matrix = matrix_of(*make_topology(spec));
    EXPECT_LE(matrix.rows, 250u);
    EXPECT_EQ(matrix.channels.size(), matrix.rows * matrix.rows);
    EXPECT_EQ(std::accumulate(matrix.channels.begin(), matrix.channels.end(), std::uint64_t{0}),
              spec == "torus:sides=5x4"     ? 80u
              : spec == "clex:m=4,levels=2" ? 128u
                                            : 3600u);
  }
  EXPECT_EQ(matrix_of(*make_topology("torus:sides=30x30")).block, 4u);
}

}  // namespace
}  // namespace weft
