#pragma once

#include "weft/chart/legend.hpp"
#include "weft/chart/network_view.hpp"

namespace weft::chart {

/// The dashes of failed parts.
inline constexpr std::string_view failed_dash = "1.5 2.5";

/// A vertex as it is drawn.
Element vertex_sign(VertexKind kind, Point at, double radius);

/// The legend of a view's signs and colors, in rows of this width, starting at `origin`. `stubs`: whether the
/// picture draws only the ends of some links; `opacity`: of its links.
Strip legend_of(NetworkView const& view, bool stubs, double opacity, Point origin, double width);

}  // namespace weft::chart
