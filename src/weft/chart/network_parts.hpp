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

/// A drawn network: the positions of its vertices, in pixels.
struct DrawnVertices {
  std::vector<Point> at;
  double radius = 1, width = 0;  ///< of a vertex; of the picture
};

/// Returns whether the name of every outermost group fits at the center of the group.
bool group_names_fit(NetworkView const& view, DrawnVertices const& drawn);

/// Adds the names of the outermost groups at their centers or, if some names do not fit, their numbers
/// outside.
void add_group_names(Element& out, NetworkView const& view, DrawnVertices const& drawn);

/// Returns whether vertices are labeled with names instead of numbers: if they have names and are few enough.
bool names_vertices(NetworkView const& view);

/// Adds the names of vertices if names_vertices(): inside the vertices if all fit, else below.
void add_vertex_names(Element& out, NetworkView const& view, DrawnVertices const& drawn);

/// Returns the level of a load: 0 for no load, else one more than its index into `shades`.
std::size_t value_level(NetworkView const& view, double value);
std::string_view level_color(std::size_t level);
/// Returns the width of a line of the given level; `usual`: the width in pictures without values.
double level_width(std::size_t level, double usual);

/// A drawn link, in pixels: a quadratic Bézier curve from `a` to `b` with the control point `control`;
/// `whole`: not drawn as two cut ends.
struct DrawnLink {
  Point a, control, b;
  bool whole = true;
};

/// Labels the links with the highest values, at most six, where labels cover neither vertices nor each other.
/// Links with equal values are selected together or not at all.
void add_value_labels(Element& out, NetworkView const& view, std::vector<DrawnLink> const& links,
                      DrawnVertices const& vertices);

/// Returns a sentence on the links with the maximum value if there are too many to label each; else "".
std::string format_equal_values(NetworkView const& view);

/// Dash pattern of failed links and routers.
inline constexpr std::string_view failed_dash = "1.5 2.5";

/// Returns the symbol of a vertex.
Element vertex_sign(VertexKind kind, Point at, double radius);
/// Returns the symbols of routers as one group with common attributes.
Element router_signs(std::vector<Point> const& at, double radius);

/// Styles of the links and terminals of a view, for its legend.
struct LinkSigns {
  bool cut_ends = false;        ///< only the ends of some links are drawn
  bool planes = false;          ///< a grid is drawn in planes; links between planes are drawn as ends
  std::vector<double> opacity;  ///< of lines, by class
  bool terminals = false;       ///< terminals are drawn
};

/// Returns the legend of a view's symbols and colors, in rows of width `width` from `origin` downwards.
Strip legend_of(NetworkView const& view, LinkSigns const& signs, Point origin, double width);

}  // namespace weft::chart
