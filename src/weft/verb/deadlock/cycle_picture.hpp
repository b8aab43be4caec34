#pragma once

#include <string>

#include "weft/core/table.hpp"

namespace weft::verb {

/// A cycle of waiting packets as a self-contained SVG file: a box for each channel of the table `cycle`, an
/// arrow from each to the next, and beside it the packet that holds the first and waits for the second.
std::string cycle_picture(Table const& cycle, std::string const& title);

}  // namespace weft::verb
