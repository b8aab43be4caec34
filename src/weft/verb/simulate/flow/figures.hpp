#pragma once

#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/core/result.hpp"

namespace weft::verb {

/// How long messages take, how many move over time, and the network with the utilization of its channels.
std::vector<chart::Figure> flow_figures(Result const& result);

}  // namespace weft::verb
