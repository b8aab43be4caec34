// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "weft/chart/svg.hpp"
#include "weft/chart/theme.hpp"

namespace weft::chart {

/// A horizontal strip of a picture: its elements and its height.
struct Strip {
  std::vector<Element> elements;
  double height = 0;
};

/// The width of the box for the symbol of a legend entry.
inline constexpr double legend_sign_width = 18;

/// Legend entries side by side, in rows of the given width.
class LegendRows {
 public:
  LegendRows(Point origin, double width) : origin_(origin), width_(width) {}

  /// Adds an entry. `sign_at` returns the symbol of the entry; its argument is the middle of the left side of
  /// the box for the symbol.
  void add(std::string const& text, std::function<Element(Point)> const& sign_at);
  /// Adds a line for each class of links in `used`, in the color of its index; the class "link" is labeled
  /// `kind`. `opacity`: by class; empty: 1.
  void add_classes(std::vector<std::string> const& classes, std::set<std::size_t> const& used,
                   std::string const& kind, std::vector<double> const& opacity = {});
  Strip done();

 private:
  Point origin_;
  double width_, x_ = 0, y_ = 0;
  Strip strip_;
};

/// Returns a legend of the colors of channel classes.
Strip legend_of_classes(std::vector<std::string> const& classes, std::set<std::size_t> const& used,
                        Point origin, double width);

/// Returns title, facts and note, wrapped to `width`.
Strip head_of(std::string const& title, std::string const& facts, std::string const& note, double width);

/// Returns the index into `shades` for a share of the maximum, 0 to 1.
std::size_t shade_of(double part);
/// Returns the text color that is readable on a shade.
inline std::string_view ink_on(std::size_t shade) { return shade < shades.size() / 2 ? ink : on_dark; }

/// Index of the color of cells without a value.
inline constexpr std::size_t no_shade = ~std::size_t{0};
/// Index of the color of cells that do not exist, such as missing channels.
inline constexpr std::size_t absent_shade = no_shade - 1;

/// Fills the cells of a table; a run of equal cells becomes one rectangle. Cell (row, column) has the shade
/// `shade(row, column)`; the cells begin .. end - 1 of a row occupy `box(row, begin, end)`.
void add_shaded_cells(Element& out, std::size_t rows, std::size_t columns,
                      std::function<std::size_t(std::size_t row, std::size_t column)> const& shade,
                      std::function<Box(std::size_t row, std::size_t begin, std::size_t end)> const& box);

/// The values that the shades represent: from `low` to `high`, in even steps of the value or, if `log`, of
/// its logarithm.
struct ShadeRange {
  double low = 0, high = 1;
  bool log = false;

  double share(double value) const;
  double value_at(double share) const;
};

/// Adds the color scale: all shades in a row, with values below them; at most `shade_scale_width` wide.
/// Returns the width.
double add_shade_scale(Element& out, Point at, ShadeRange const& range);
inline constexpr double shade_scale_height = 34, shade_scale_width = 250;

/// Adds a small box and its meaning, as in a legend; returns their total width.
double add_box_key(Element& out, Point at, std::string_view fill, std::string const& meaning);

}  // namespace weft::chart
