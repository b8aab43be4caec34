#pragma once

#include <cstdint>

#include "weft/graph/halves.hpp"

namespace weft {

/// Nearly balanced halves by simulated annealing: single vertices change sides, imbalance costs (D. S. Johnson et al., Optimization by
/// simulated annealing: an experimental evaluation, part I, graph partitioning, Oper. Res. 37, 1989). About 12,000 moves per
/// vertex. Ctrl-C is honored.
Division annealed_halves(Graph const& graph, std::uint64_t seed);

}  // namespace weft
