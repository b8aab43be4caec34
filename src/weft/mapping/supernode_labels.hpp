#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/random.hpp"
#include "weft/engine/load/supernode_demand.hpp"
#include "weft/mapping/supernode_annealing.hpp"

namespace weft::mapping {

/// The supernode for the contents of each; only its residue modulo W matters. By simulated annealing of
/// swaps.
///
/// Direct routing: all traffic of a node with supernodes of one residue takes the channel to (or from) the
/// same node of a bucket. The search minimizes the sum of the squares of these amounts, node by node and,
/// with less weight, supernode by supernode.
std::vector<std::uint32_t> spread_residues(PercsPaths const& paths, load::NodeTraffic const& traffic,
                                           MoveBudget const& budget, Rng random);

/// Indirect routing: the traffic between supernodes of two residues takes, in every supernode, the channel
/// between the two nodes of each bucket; none for equal residues. The search minimizes the maximum load of
/// these channels, as a sum of high powers, on top of their other load in the given layout.
std::vector<std::uint32_t> gather_residues(PercsPaths const& paths, load::NodeTraffic const& traffic,
                                           load::NodeMatrix const& elsewhere, MoveBudget const& budget,
                                           Rng random);

}  // namespace weft::mapping
