// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "weft/core/random.hpp"
#include "weft/engine/load/percs/supernode_loads.hpp"
#include "weft/topology/shape/percs_counts.hpp"

namespace weft::mapping {

inline constexpr std::uint32_t supernode_size = PercsCounts::nodes_per_supernode;

/// Limits of a search.
struct MoveBudget {
  std::int64_t moves = 0;
  /// Receives the number of moves since the previous call, at irregular intervals; the search ends if it
  /// returns false.
  std::function<bool(std::int64_t moves)> should_continue = {};
};

/// The contents of each node of a supernode, and the resulting maximum weighted load.
struct NodeArrangement {
  std::array<std::uint32_t, PercsCounts::nodes_per_supernode> content{};
  std::int64_t max_load = 0;
};

/// Returns an arrangement of the contents of a supernode that minimizes the load of its most loaded L
/// channel, by simulated annealing of swaps. The cost is the excess of the loads over a limit, which is
/// lowered down to `target_load`; loads below it need no further reduction.
NodeArrangement anneal_supernode(load::SupernodeDemand const& demand, std::int64_t target_load,
                                 MoveBudget const& budget, Rng random);

/// Returns the supernode for the contents of each supernode, under direct routing, by simulated annealing of
/// swaps; only its residue modulo W matters.
///
/// All traffic of a node to (or from) supernodes of one residue uses the channel to (or from) one node of
/// each bucket. The search minimizes the sum of the squares of these amounts per node and, with lower weight,
/// per supernode.
std::vector<std::uint32_t> spread_residues(PercsPaths const& paths, load::NodeTraffic const& traffic,
                                           MoveBudget const& budget, Rng random);

/// Returns the supernode for the contents of each supernode, under indirect routing. In every supernode,
/// traffic between two different residues crosses the L channel between the corresponding nodes of each
/// bucket; traffic between equal residues crosses none. The search approximates the minimum of the maximum
/// weighted load of these channels, including their other load `elsewhere`, by the sum of the 16th powers of
/// the loads.
std::vector<std::uint32_t> gather_residues(PercsPaths const& paths, load::NodeTraffic const& traffic,
                                           load::NodeMatrix const& elsewhere, MoveBudget const& budget,
                                           Rng random);

}  // namespace weft::mapping
