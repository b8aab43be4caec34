#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include "weft/core/random.hpp"
#include "weft/engine/load/supernode_loads.hpp"
#include "weft/topology/shape/percs_counts.hpp"

namespace weft::mapping {

inline constexpr std::uint32_t supernode_size = PercsCounts::nodes_per_supernode;

/// How long a search may go on.
struct MoveBudget {
  std::int64_t moves = 0;
  /// Told how many more moves are done, now and then; false ends the search.
  std::function<bool(std::int64_t moves)> go_on = {};
};

/// Which content each node of a supernode has, and the maximum weighted load then.
struct NodeArrangement {
  std::array<std::uint32_t, PercsCounts::nodes_per_supernode> content{};
  std::int64_t fullest = 0;
};

/// Puts the contents of a supernode where its fullest L channel is least: simulated annealing of swaps on what the loads
/// exceed a limit by, with limits down to `enough`, below which nothing is gained.
NodeArrangement anneal_supernode(load::SupernodeDemand const& demand, std::int64_t enough,
                                 MoveBudget const& budget, Rng random);

}  // namespace weft::mapping
