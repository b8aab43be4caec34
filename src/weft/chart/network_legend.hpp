#pragma once

#include <vector>

#include "weft/chart/legend.hpp"
#include "weft/chart/network_view.hpp"

namespace weft::chart {

/// The dashes of failed parts.
inline constexpr std::string_view failed_dash = "1.5 2.5";

/// A vertex as it is drawn.
Element vertex_sign(VertexKind kind, Point at, double radius);
/// Routers as they are drawn, as one group: what they share is said once.
Element router_signs(std::vector<Point> const& at, double radius);

/// How the links of a view are drawn.
struct LinkSigns {
  bool cut_ends = false;        ///< of some only the ends
  bool planes = false;          ///< in planes, between which only ends are drawn
  std::vector<double> opacity;  ///< of the lines of each class
};

/// The legend of a view's signs and colors, in rows of this width, starting at `origin`.
Strip legend_of(NetworkView const& view, LinkSigns const& signs, Point origin, double width);

}  // namespace weft::chart
