#pragma once

#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/core/result.hpp"

namespace weft::verb {

/// Of a comparison with programs: how long they take on each network and, if networks differ in price, the
/// time beside the price. Nothing without a table `ranking`.
std::vector<chart::Figure> ranking_figures(Result const& result);

}  // namespace weft::verb
