#pragma once

#include <string>

#include "weft/core/table.hpp"
#include "weft/verb/load/load_picture.hpp"

namespace weft::report {

/// A map of loads as a self-contained SVG file: a square per cell, the darker the fuller, and the scale.
std::string to_svg(LoadHeatMap const& map);

/// The task grid as a self-contained SVG file: a square per task in the colour of its group; where they fit, the numbers of the groups
/// on patches of one group.
std::string to_svg(TaskGridPicture const& picture);

/// The table `histogram` of loads as bars, a panel per class.
std::string load_histogram(Table const& histogram);

}  // namespace weft::report
