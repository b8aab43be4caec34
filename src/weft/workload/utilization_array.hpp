#pragma once

#include <string>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/core/result.hpp"
#include "weft/engine/schedule/utilization.hpp"

namespace weft {

/// Adds the utilization of channels over time to a result: the array `name`, a row per class and a
/// column per stretch of slots, and the array `name`_slots, the first slot of each stretch and the end.
void add_utilization(schedule::Utilization const& used, std::string const& name, std::string const& title,
                     Result& result);

/// The figure of each array that add_utilization gave.
std::vector<chart::Figure> utilization_figures_of(Result const& result, std::string const& title);

}  // namespace weft
