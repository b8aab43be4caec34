#pragma once

#include <string>

#include "weft/engine/schedule/utilization.hpp"

namespace weft::verb {

/// The utilization of channels over time, as a self-contained SVG file: a row per class (level, ..), time to
/// the right, the darker the fuller, and the scale. At most 600 stretches of time are drawn; longer schedules
/// show the mean of each.
std::string utilization_picture(schedule::Utilization const& utilization, std::string const& title,
                                std::string const& subtitle);

}  // namespace weft::verb
