// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "weft/chart/legend.hpp"
#include "weft/chart/network_view.hpp"
#include "weft/chart/svg.hpp"

namespace weft::chart {

/// A drawn network: where its vertices are in pixels, and how large.
struct DrawnVertices {
  std::vector<Point> at;
  double radius = 1, width = 0;  ///< of a vertex; of the picture
};

/// Whether the name of every outermost group has room in its middle.
bool group_names_fit(NetworkView const& view, DrawnVertices const& drawn);

/// Names the outermost groups: in their middles, or where these have no room by their numbers outside.
void add_group_names(Element& out, NetworkView const& view, DrawnVertices const& drawn);

/// Whether names of vertices replace their numbers: few enough.
bool names_vertices(NetworkView const& view);

/// The names of vertices, if they have any and are few: inside where all fit, else below.
void add_vertex_names(Element& out, NetworkView const& view, DrawnVertices const& drawn);

/// The level of a load: 0 without load, else one more than its index in `shades`.
std::size_t value_level(NetworkView const& view, double value);
std::string_view level_color(std::size_t level);
/// The width of a line of that level; `usual`: the width in pictures without values.
double level_width(std::size_t level, double usual);

/// A link in pixels: a curve from `a` towards `control` to `b`; whole if it is one line between both.
struct DrawnLink {
  Point a, control, b;
  bool whole = true;
};

/// Labels the fullest links with their values, where labels cover neither vertices nor each other: of
/// at most six that stand out; links of equal values are labeled together or not at all.
void add_value_labels(Element& out, NetworkView const& view, std::vector<DrawnLink> const& links,
                      DrawnVertices const& vertices);

/// If too many links have the largest value for a label each: which ones. Else "".
std::string format_equal_values(NetworkView const& view);

/// The dashes of failed parts.
inline constexpr std::string_view failed_dash = "1.5 2.5";

/// A vertex as it is drawn.
Element vertex_sign(VertexKind kind, Point at, double radius);
/// The signs of routers as one group with their common attributes.
Element router_signs(std::vector<Point> const& at, double radius);

/// How the links of a view are drawn.
struct LinkSigns {
  bool cut_ends = false;        ///< of some only the ends
  bool planes = false;          ///< in planes, between which only ends are drawn
  std::vector<double> opacity;  ///< of the lines of each class
  bool terminals = false;       ///< are drawn
};

/// The legend of a view's signs and colors, in rows of this width, starting at `origin`.
Strip legend_of(NetworkView const& view, LinkSigns const& signs, Point origin, double width);

}  // namespace weft::chart
