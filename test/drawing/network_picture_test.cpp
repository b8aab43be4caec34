// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "support/picture.hpp"
#include "weft/chart/placement.hpp"
#include "weft/chart/theme.hpp"
#include "weft/drawing/picture.hpp"
#include "weft/experiment/assemble.hpp"

namespace weft {
using namespace chart;
namespace {

std::vector<std::string> const specs{"torus:sides=6x5",
                                     "torus:sides=4x4x4",
                                     "torus:sides=8x8x8",
                                     "torus:sides=16x16x16",
                                     "dragonfly:p=4,a=8,h=4",
                                     "torus:sides=7",
                                     "mesh:sides=6",
                                     "mesh:sides=3x3x3x3",
                                     "clex:m=4,levels=3",
                                     "clex:m=5,levels=1",
                                     "dragonfly",
                                     "binary_tree:height=4",
                                     "kary_ntree",
                                     "xgft:children=4x4,parents=1x2",
                                     "percs:supernodes=4,links=4",
                                     "coated_mesh:side=4",
                                     "dcell",
                                     "sparse_torus:dimensions=2,side=5",
                                     "sparse_mesh:side=5",
                                     "torus:sides=2x2x2x2x2",
                                     "torus:sides=60x60",
                                     "clex:m=16,levels=3",
                                     "binary_tree:height=12"};

TEST(VertexPlacement, KeepsVerticesApart) {
  for (auto const& spec : specs) {
    auto const placement = place(picture_of(*make_topology(spec)));
    auto const& at = placement.at;
    for (std::size_t i = 0; i < at.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        ASSERT_GE(std::hypot(at[i].x - at[j].x, at[i].y - at[j].y), 0.6 * placement.spacing)
            << spec << ": " << i << ", " << j;
  }
}

TEST(VertexPlacement, PlacesParentsAboveChildrenInATree) {
  auto const picture = picture_of(*make_topology("binary_tree:height=3"));
  auto const at = place(picture).at;
  for (auto const& link : picture.links) EXPECT_NEAR(std::abs(at[link.a].y - at[link.b].y), 1.6, 1e-9);
}

TEST(VertexPlacement, DrawsWraparoundLinksAsCutEnds) {
  auto const picture = picture_of(*make_topology("torus:sides=5x4"));
  auto const placement = place(picture);
  std::size_t cut_ends = 0;
  for (auto const& shape : placement.shapes) cut_ends += shape.cut_ends;
  EXPECT_EQ(cut_ends, 5u + 4u);
  for (auto const& shape : place(picture_of(*make_topology("mesh:sides=5x4"))).shapes)
    EXPECT_FALSE(shape.cut_ends);
}

TEST(VertexPlacement, DrawsADeepGridAsPlanesThatDoNotOverlap) {
  auto const picture = picture_of(*make_topology("torus:sides=5x4x6"));
  auto const placement = place(picture);
  ASSERT_EQ(placement.names.size(), 6u);
  std::vector<double> left(6, 1e9), right(6, -1e9), top(6, 1e9), bottom(6, -1e9);
  for (std::size_t v = 0; v < picture.vertices.size(); ++v) {
    auto const plane = picture.parts[0][v] / 20;
    left[plane] = std::min(left[plane], placement.at[v].x);
    right[plane] = std::max(right[plane], placement.at[v].x);
    top[plane] = std::min(top[plane], placement.at[v].y);
    bottom[plane] = std::max(bottom[plane], placement.at[v].y);
  }
  for (std::size_t a = 0; a < 6; ++a)
    for (std::size_t b = 0; b < a; ++b)
      EXPECT_TRUE(left[a] > right[b] || left[b] > right[a] || top[a] > bottom[b] || top[b] > bottom[a])
          << a << ", " << b;
  std::size_t cut_ends = 0;
  for (std::size_t i = 0; i < picture.links.size(); ++i) {
    bool const across = picture.links[i].channel_class == 2;
    if (across) { EXPECT_TRUE(placement.shapes[i].cut_ends); }
    cut_ends += placement.shapes[i].cut_ends;
  }
  EXPECT_EQ(cut_ends, 120u + 4 * 6 + 5 * 6);  // dim2, and links that wrap around in the planes
  EXPECT_TRUE(place(picture_of(*make_topology("torus:sides=4x4x4"))).names.empty());
}

TEST(VertexPlacement, CutsWraparoundLinksOfStages) {
  auto const picture = picture_of(*make_topology("wrapped_butterfly:dimension=4"));
  auto const placement = place(picture);
  std::size_t cut_ends = 0;
  for (auto const& shape : placement.shapes) cut_ends += shape.cut_ends;
  EXPECT_EQ(cut_ends, 2u * 16);  // straight and cross, from each row
  for (auto const& shape : place(picture_of(*make_topology("kary_ntree:arity=2,levels=4"))).shapes)
    EXPECT_FALSE(shape.cut_ends);
}

TEST(NetworkPictureSvg, IsCompleteAndDeterministic) {
  for (auto const& spec : specs) {
    auto const picture = picture_of(*make_topology(spec));
    auto const svg = to_svg(picture);
    EXPECT_EQ(svg, to_svg(picture_of(*make_topology(spec)))) << spec;
    EXPECT_NE(svg.find(picture.facts), std::string::npos) << spec;
    EXPECT_EQ(svg.find("nan"), std::string::npos) << spec;
    EXPECT_LT(svg.size(), 400000u) << spec;
    EXPECT_EQ(label_faults(svg), std::vector<std::string>{}) << spec;
  }
}

TEST(NetworkPictureSvg, NumbersGroupsOutsideIfTheirNamesDoNotFit) {
  auto const small = to_svg(picture_of(*make_topology("dragonfly")));
  EXPECT_EQ(count_text(small, "group 8"), 1u);
  EXPECT_EQ(small.find("numbers outside"), std::string::npos);
  auto const large = to_svg(picture_of(*make_topology("dragonfly:p=4,a=8,h=4")));
  EXPECT_EQ(count_text(large, "group 8"), 0u);
  EXPECT_EQ(count_text(large, "32"), 1u);
  EXPECT_NE(large.find("The numbers outside are group numbers."), std::string::npos);
}

/// Returns the number of squares in the color of terminals, including the one in the legend.
std::size_t terminal_squares(std::string const& svg) {
  return static_cast<std::size_t>(std::ranges::count_if(parse_xml(svg), [](Node const& node) {
    return node.tag == "rect" && node.attributes.contains("fill") && node.attributes.at("fill") == node_color;
  }));
}

TEST(NetworkPictureSvg, DrawsTerminalsAtTheirRouters) {
  EXPECT_EQ(terminal_squares(to_svg(picture_of(*make_topology("dragonfly:p=2,a=4,h=2")))), 72U + 1);
  EXPECT_EQ(terminal_squares(to_svg(picture_of(*make_topology("torus:sides=4x4")))), 16U + 1);
  auto const tree = to_svg(picture_of(*make_topology("kary_ntree:arity=8,levels=2")));
  EXPECT_EQ(terminal_squares(tree), 8U + 1) << "one for the eight of each edge router";
  EXPECT_EQ(count_text(tree, "×8"), 8U);
  EXPECT_EQ(label_faults(tree), std::vector<std::string>{});
  EXPECT_EQ(terminal_squares(to_svg(picture_of(*make_topology("torus:sides=16x16x16")))), 0U) << "blocks";
}

/// Returns the number of vertices that links between groups touch; `bend_of` returns the bend of a link.
template <class Bend>
std::size_t covered_vertices(NetworkView const& picture, VertexPlacement const& placement, Bend bend_of) {
  std::size_t covered = 0;
  for (std::size_t i = 0; i < picture.links.size(); ++i) {
    auto const& link = picture.links[i];
    if (picture.parts[0][link.a] == picture.parts[0][link.b]) continue;
    auto const a = placement.at[link.a], b = placement.at[link.b];
    double const bend = bend_of(i);
    Point const c{(a.x + b.x) / 2 + 2 * bend * (b.y - a.y), (a.y + b.y) / 2 - 2 * bend * (b.x - a.x)};
    for (std::size_t v = 0; v < placement.at.size(); ++v) {
      if (v == link.a || v == link.b) continue;
      bool touches = false;
      for (int step = 1; step < 50; ++step) {
        double const t = step / 50.0, s = 1 - t, x = s * s * a.x + 2 * s * t * c.x + t * t * b.x,
                     y = s * s * a.y + 2 * s * t * c.y + t * t * b.y;
        touches =
            touches || std::hypot(placement.at[v].x - x, placement.at[v].y - y) < 0.3 * placement.spacing;
      }
      covered += touches ? 1 : 0;
    }
  }
  return covered;
}

TEST(VertexPlacement, BendsLinksBetweenGroupsAroundOtherRouters) {
  auto const picture = picture_of(*make_topology("dragonfly:p=2,a=4,h=2"));
  auto const placement = place(picture);
  auto const chosen =
      covered_vertices(picture, placement, [&](std::size_t i) { return placement.shapes[i].bend; });
  auto const equal = covered_vertices(picture, placement, [&](std::size_t i) {
    return picture.links[i].a < picture.links[i].b ? 0.06 : -0.06;
  });
  EXPECT_LT(chosen, equal);
}

TEST(NetworkPictureSvg, NumbersCirclesOnlyIfEachIsOneGroup) {
  auto const groups = to_svg(picture_of(*make_topology("percs:supernodes=80,links=2")));
  EXPECT_EQ(count_text(groups, "7"), 0u) << "two supernodes in each circle";
  auto const copies = picture_of(*make_topology("clex:m=16,levels=4"));
  EXPECT_EQ(count_text(to_svg(copies), "7"), 1u);
  EXPECT_NE(copies.note.find("the group with the number of the circle"), std::string::npos);
}

TEST(NetworkPictureSvg, DrawsAMatrixWithASquarePerNeighborOrShades) {
  auto const exact = to_svg(matrix_of(*make_topology("mesh:sides=3x3")));
  for (auto const& spec : specs)
    EXPECT_EQ(label_faults(to_svg(matrix_of(*make_topology(spec)))), std::vector<std::string>{}) << spec;
  EXPECT_NE(exact.find("dim1"), std::string::npos);
  EXPECT_NE(to_svg(matrix_of(*make_topology("mesh:sides=40x40"))).find("channels per pair"),
            std::string::npos);
}

}  // namespace
}  // namespace weft
