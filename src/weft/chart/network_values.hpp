#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "weft/chart/network_view.hpp"
#include "weft/chart/svg.hpp"

namespace weft::chart {

/// How full a link is: 0 without load, then one more than the place in `shades`.
std::size_t value_level(NetworkView const& view, double value);
std::string_view level_color(std::size_t level);
/// The width of a line of that level, where those of other pictures are `usual` wide.
double level_width(std::size_t level, double usual);

/// A link in pixels: a curve from `a` towards `control` to `b`; whole if it is one line between both.
struct DrawnLink {
  Point a, control, b;
  bool whole = true;
};

/// Writes the values of the fullest links beside them, where they cover neither vertices nor each other.
void add_value_labels(Element& out, NetworkView const& view, std::vector<DrawnLink> const& links,
                      std::vector<Point> const& vertices, double radius, double width);

}  // namespace weft::chart
