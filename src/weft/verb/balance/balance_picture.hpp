#pragma once

#include <string>

#include "weft/core/table.hpp"

namespace weft::verb {

/// The table `slackness` of a balance as a chart: the utilization that was simulated beside the formula, over the virtual
/// processors.
std::string balance_picture(Table const& slackness, std::string const& title);

}  // namespace weft::verb
