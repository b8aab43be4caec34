#pragma once

#include <string>

#include "weft/core/table.hpp"

namespace weft::report {

/// The table `collective` as lines: time over the size of a message, a line for each algorithm and one for the lower bound of the first.
/// An SVG file; empty if there is one size only.
std::string time_chart(Table const& collective, std::string const& title = {});

}  // namespace weft::report
