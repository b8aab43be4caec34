// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "weft/collective/applications/application.hpp"
#include "weft/collective/ranks/rank_program.hpp"
#include "weft/network/geometry/grid_geometry.hpp"

namespace weft::collective {

/// Appends the h-th hop (from 0) of a broadcast from task `root` along the line of dimension dim,
/// simultaneously in both directions.
void add_broadcast_hop(TaskGrid const& grid, std::uint32_t root, std::uint32_t dim, std::uint32_t h,
                       std::uint32_t block, std::vector<Message>& out);

/// Appends the hop of a reduction to task `root` that moves the partial sums at distance `distance`, on both
/// sides, one task closer.
void add_reduction_hop(TaskGrid const& grid, std::uint32_t root, std::uint32_t dim, std::uint32_t distance,
                       std::uint32_t block, std::vector<Message>& out);

/// Returns a postcondition without blocks among the tasks at these vertices.
Postcondition promise_among(std::vector<std::uint32_t> const& places, Holdings holdings);

/// Adds a block to a postcondition of copies: from task `root` to all tasks of its line of dimension dim.
void promise_broadcast(TaskGrid const& grid, std::vector<std::uint32_t> const& places, std::uint32_t root,
                       std::uint32_t dim, Postcondition& postcondition);

/// Returns the tasks of the line of dimension dim through `task`, in the order of their coordinates.
std::vector<std::uint32_t> line_of(TaskGrid const& grid, std::uint32_t task, std::uint32_t dim);

/// Returns the maximum hops of a broadcast along dim.
std::uint32_t max_hops(TaskGrid const& grid, std::uint32_t dim);

/// An embedding of a task grid in a grid of routers that maps neighbors to neighbors.
struct Folding {
  std::vector<std::uint32_t> router;  ///< router of each task
  std::vector<bool>
      wraps;  ///< per task dimension: whether its last task is adjacent to its first in the machine, too
};

/// Folds each dimension of the task grid (the last the fastest) into machine dimensions with sides that
/// multiply to its side: along a Hamiltonian cycle if there is one, else along a path. Returns nullopt if the
/// machine's dimensions cannot be divided in this way. (Solomonik, Network interconnect topologies, lecture
/// 29: algorithms of two dimensions on a 2k-D torus with rows and columns that are k-D tori, halos unfolded
/// from tori of more dimensions.)
std::optional<Folding> fold(GridGeometry const& machine, Sides const& tasks);

/// Returns whether fold() succeeds, from the sides of the machine alone, in the same order.
bool folds(Sides const& machine, Sides const& tasks);

/// Returns rows x columns, as nearly equal as possible among the grids that fold, or among all if none folds.
Sides squarest_grid(GridContext const& context);

}  // namespace weft::collective
