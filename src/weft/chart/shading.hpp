#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "weft/chart/svg.hpp"
#include "weft/chart/theme.hpp"

namespace weft::chart {

/// A place in `shades` for a share of the maximum, 0 to 1.
std::size_t shade_of(double part);
/// Text that can be read on a shade.
inline std::string_view ink_on(std::size_t shade) { return shade < shades.size() / 2 ? ink : on_dark; }

/// The color of cells without a value.
inline constexpr std::size_t no_shade = ~std::size_t{0};
/// The color of cells where nothing can be, such as channels that do not exist.
inline constexpr std::size_t absent_shade = no_shade - 1;

/// Fills the cells of a table, runs of equal ones as one rectangle: cell (row, column) has the shade
/// `shade(row, column)`, the cells begin .. end - 1 of a row lie in `box(row, begin, end)`.
void add_shaded_cells(Element& out, std::size_t rows, std::size_t columns,
                      std::function<std::size_t(std::size_t row, std::size_t column)> const& shade,
                      std::function<Box(std::size_t row, std::size_t begin, std::size_t end)> const& box);

/// What the shades mean: values from `low` to `high`, even steps of the value or, if `log`, of its logarithm.
struct ShadeRange {
  double low = 0, high = 1;
  bool log = false;

  double share(double value) const;
  double value_at(double share) const;
};

/// All shades beside one another with values below them; at most `shade_scale_width` wide. Returns the width.
double add_shade_scale(Element& out, Point at, ShadeRange const& range);
inline constexpr double shade_scale_height = 34, shade_scale_width = 250;

/// A small box with its meaning, as in a legend; returns its width.
double add_box_key(Element& out, Point at, std::string_view fill, std::string const& meaning);

}  // namespace weft::chart
