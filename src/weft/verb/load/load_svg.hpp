#pragma once

#include <string>
#include <vector>

#include "weft/core/table.hpp"
#include "weft/verb/load/load_cells.hpp"

namespace weft::verb {

/// A map of loads as a self-contained SVG file: a square per cell, the darker the fuller, and the scale.
std::string to_svg(LoadHeatMap const& map);

/// The task grid as a self-contained SVG file: a square per task in the color of its group; where they fit, the numbers of the groups
/// on patches of one group.
std::string to_svg(TaskGridPicture const& picture);

/// The task grid of each job that has places: tasks.svg, or tasks_JOB.svg.
std::vector<OutputFile> task_pictures(LoadAssembly const& assembly);

/// The table `histogram` of loads as bars, a panel per class.
std::string load_histogram(Table const& histogram);

}  // namespace weft::verb
