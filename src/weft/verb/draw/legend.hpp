#pragma once

#include "weft/chart/legend.hpp"
#include "weft/verb/draw/picture.hpp"

namespace weft::verb {

/// What the signs and colors of a picture mean, in rows of this width from `origin` on. `stubs`: whether
/// the picture draws only the ends of some links.
chart::Strip legend_of(NetworkPicture const& picture, bool stubs, chart::Point origin, double width);

/// A vertex as it is drawn.
chart::Element vertex_sign(VertexKind kind, Point at, double radius);

}  // namespace weft::verb
