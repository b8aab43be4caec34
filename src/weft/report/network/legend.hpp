#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "weft/verb/draw/picture.hpp"
#include "weft/report/svg.hpp"
#include "weft/report/text.hpp"

namespace weft::report {

/// Elements that take a strip of this height across the picture.
struct Strip {
  std::vector<Element> elements;
  double height = 0;
};

/// What the signs and colours of a picture mean, in rows of this width from `origin` on. `stubs`: whether
/// there are links of which only the ends are drawn.
Strip legend_of(NetworkPicture const& picture, bool stubs, Point origin, double width);
/// The same for colours alone.
Strip legend_of_classes(std::vector<std::string> const& classes, std::set<std::size_t> const& used,
                        Point origin, double width);
/// Title, facts and note, wrapped.
Strip head_of(std::string const& title, std::string const& facts, std::string const& note, double width);

/// A vertex as it is drawn.
Element vertex_sign(VertexKind kind, Point at, double radius);

}  // namespace weft::report
