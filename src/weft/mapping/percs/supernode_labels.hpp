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

/// The limits of a search.
struct MoveBudget {
  std::int64_t moves = 0;
  /// Receives the number of moves since its last call, at irregular intervals; returning false ends the
  /// search.
  std::function<bool(std::int64_t moves)> should_continue = {};
};

/// The content of each node of a supernode, and the resulting maximum weighted load.
struct NodeArrangement {
  std::array<std::uint32_t, PercsCounts::nodes_per_supernode> content{};
  std::int64_t fullest = 0;
};

/// Arranges the contents of a supernode to minimize its most loaded L channel: simulated annealing of swaps
/// on the excess of the loads over a limit, with limits down to `enough`, below which there is no gain.
NodeArrangement anneal_supernode(load::SupernodeDemand const& demand, std::int64_t enough,
                                 MoveBudget const& budget, Rng random);

/// Returns the supernode for the contents of each supernode, by simulated annealing of swaps; only its
/// residue modulo W matters.
///
/// Direct routing: all traffic of a node with supernodes of one residue uses the channel to (or from) the
/// same node of a bucket. The search minimizes the sum of the squares of these amounts, node by node and,
/// with less weight, supernode by supernode.
std::vector<std::uint32_t> spread_residues(PercsPaths const& paths, load::NodeTraffic const& traffic,
                                           MoveBudget const& budget, Rng random);

/// Indirect routing: the traffic between supernodes of two residues uses, in every supernode, the channel
/// between the two nodes of each bucket, and no such channel for equal residues. The search minimizes the
/// maximum load of these channels, as a sum of high powers, added to their other load in the given layout.
std::vector<std::uint32_t> gather_residues(PercsPaths const& paths, load::NodeTraffic const& traffic,
                                           load::NodeMatrix const& elsewhere, MoveBudget const& budget,
                                           Rng random);

}  // namespace weft::mapping
