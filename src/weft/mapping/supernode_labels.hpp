#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/random.hpp"
#include "weft/engine/load/supernode_demand.hpp"
#include "weft/mapping/supernode_annealing.hpp"

namespace weft::mapping {

/// Which supernode the contents of each go to; only its residue modulo W matters. By simulated annealing of swaps.
///
/// Direct routing: what a node exchanges with supernodes of one residue all takes the channel to (or from) the same node of a
/// bucket. Minimized is the sum of the squares of these amounts, node by node and, of less weight, supernode by supernode.
std::vector<std::uint32_t> spread_residues(PercsPaths const& paths, load::NodeTraffic const& traffic,
                                           MoveBudget const& budget, Rng random);

/// Indirect routing: what supernodes of two residues exchange takes, in every supernode, the channel between the two nodes of
/// each bucket; for equal residues none. It minimizes the maximum load of these channels, as a sum of high powers, on top
/// of what else they carry in the given layout.
std::vector<std::uint32_t> gather_residues(PercsPaths const& paths, load::NodeTraffic const& traffic,
                                           load::NodeMatrix const& elsewhere, MoveBudget const& budget,
                                           Rng random);

}  // namespace weft::mapping
