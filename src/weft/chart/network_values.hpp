#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "weft/chart/network_names.hpp"
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

/// Writes the values of the fullest links beside them, where they cover neither vertices nor each other: of
/// at most six that stand out; links of equal values are labeled together or not at all.
void add_value_labels(Element& out, NetworkView const& view, std::vector<DrawnLink> const& links,
                      DrawnVertices const& vertices);

/// If too many links have the largest value for a label each: which ones. Else "".
std::string equal_values_text(NetworkView const& view);

}  // namespace weft::chart
