#pragma once

#include <string>

#include "weft/core/table.hpp"

namespace weft::report {

/// A circle of waiting packets as a self-contained SVG file: a box for each channel of the table `cycle`, an arrow from each to the one it waits
/// for, and beside it the packet that does.
std::string cycle_picture(Table const& cycle, std::string const& title);

}  // namespace weft::report
