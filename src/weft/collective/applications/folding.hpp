// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "weft/collective/applications/application.hpp"
#include "weft/collective/ranks/rank_program.hpp"
#include "weft/network/geometry/grid_geometry.hpp"

namespace weft::collective {

/// Appends hop h (from 0) of a broadcast from task `root` along its line of dimension `dim`, in both
/// directions.
void add_broadcast_hop(TaskGrid const& grid, std::uint32_t root, std::uint32_t dim, std::uint32_t h,
                       std::uint32_t block, std::vector<Message>& out);

/// Appends the hop of a reduction to task `root` that moves the partial sums from distance `distance`, on
/// both sides of `root`, one task closer.
void add_reduction_hop(TaskGrid const& grid, std::uint32_t root, std::uint32_t dim, std::uint32_t distance,
                       std::uint32_t block, std::vector<Message>& out);

/// Returns a postcondition with no blocks; its participants are the vertices `places`.
Postcondition postcondition_among(std::vector<std::uint32_t> const& places, Holdings holdings);

/// Adds a block to a postcondition of copies: from task `root` to all tasks of its line of dimension `dim`.
void add_broadcast_postcondition(TaskGrid const& grid, std::vector<std::uint32_t> const& places,
                                 std::uint32_t root, std::uint32_t dim, Postcondition& postcondition);

/// Returns the tasks of the line of dimension `dim` through `task`, ordered by coordinate.
std::vector<std::uint32_t> line_of(TaskGrid const& grid, std::uint32_t task, std::uint32_t dim);

/// Returns the maximum number of hops of a broadcast along `dim`.
std::uint32_t max_hops(TaskGrid const& grid, std::uint32_t dim);

/// Embedding of a task grid in a grid of routers that maps neighbors to neighbors.
struct Folding {
  std::vector<std::uint32_t> router;  ///< by task: its router
  /// By dimension of the task grid: whether its first and last tasks are adjacent in the machine
  std::vector<bool> wraps;
};

/// Folds each dimension of the task grid (last dimension fastest) into machine dimensions with a product of
/// sides equal to its side: along a Hamiltonian cycle if there is one, else along a path. Returns nullopt if
/// the machine dimensions cannot be partitioned in this way. (Solomonik, Network interconnect topologies,
/// lecture 29: 2-D algorithms on a 2k-D torus with rows and columns that are k-D tori; halos unfolded from
/// tori with more dimensions.)
std::optional<Folding> fold(GridGeometry const& machine, Sides const& tasks);

/// Returns whether fold() succeeds on a machine with the sides `machine`, last dimension fastest.
bool folds(Sides const& machine, Sides const& tasks);

/// Returns the sides (rows, columns) of the most square task grid among the grids that fold, or among all
/// grids if none folds.
Sides squarest_grid(GridContext const& context);

}  // namespace weft::collective
