#pragma once

#include <string>

#include "weft/chart/chart.hpp"
#include "weft/core/table.hpp"

namespace weft::verb {

/// The table `collective` as lines: time over the size of a message, a line for each algorithm, and dashed the lower bound of the first.
chart::LineChart time_lines(Table const& collective);

/// The same as an SVG file under a title; empty if there is one size only.
std::string time_chart(Table const& collective, std::string const& title);

}  // namespace weft::verb
