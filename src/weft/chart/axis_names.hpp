// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "weft/chart/svg.hpp"

namespace weft::chart {

/// A name below an axis, on lines below each other.
struct AxisName {
  double at = 0;  ///< value of an axis, or index of a column
  std::vector<std::string> lines;
};

/// Names below an axis or below the columns of a table: horizontal and centered, or slanted, with their ends
/// below their values.
class AxisNames {
 public:
  static constexpr double font_size = 11;
  static constexpr int slant = 40;                   ///< degrees
  static constexpr double max_slanted_length = 200;  ///< pixels

  AxisNames() = default;
  /// Uses horizontal names.
  explicit AxisNames(std::vector<AxisName> names) : names_(std::move(names)) {}
  /// Returns the names of neighbors that are `slot` pixels wide, at 0, 1, ..: horizontal on at most four
  /// lines if all fit; otherwise numbers stay horizontal, and other names slant and are at most `max_length`
  /// pixels long. Every k-th name remains if not all fit.
  static AxisNames fitting(std::vector<std::string> const& names, double slot, double max_length);

  std::vector<AxisName> const& names() const { return names_; }
  bool slanted() const { return slanted_; }
  /// Returns the height in pixels of the highest name.
  double height() const;
  /// Return the pixels that a name requires on either side of its value.
  double left_of(AxisName const& name) const;
  double right_of(AxisName const& name) const;
  /// Draws one of the names; `top` is the position of its value, at the upper end of the names.
  void draw(Element& out, AxisName const& name, Point top) const;

 private:
  std::vector<AxisName> names_;
  bool slanted_ = false;
};

}  // namespace weft::chart
