#pragma once

#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/core/result.hpp"

namespace weft::verb {

/// Of a result of replay: timeline and waits of at most 64 ranks, the critical path, the busy network.
std::vector<chart::Figure> replay_figures(Result const& result);

}  // namespace weft::verb
