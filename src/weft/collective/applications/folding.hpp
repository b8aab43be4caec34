// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "weft/collective/applications/application.hpp"
#include "weft/collective/ranks/rank_program.hpp"
#include "weft/network/geometry/grid_geometry.hpp"

namespace weft::collective {

/// The h-th hop (from 0) of a broadcast from task `root` along the line of dimension dim, in both directions
/// at once.
void add_broadcast_hop(TaskGrid const& grid, std::uint32_t root, std::uint32_t dim, std::uint32_t h,
                       std::uint32_t block, std::vector<Message>& out);

/// The hop of a sum towards task `root` that moves the partial sums `distance` tasks away, on either side,
/// one task closer.
void add_reduction_hop(TaskGrid const& grid, std::uint32_t root, std::uint32_t dim, std::uint32_t distance,
                       std::uint32_t block, std::vector<Message>& out);

/// A promise of no blocks yet among the tasks at these vertices.
Promise promise_among(std::vector<std::uint32_t> const& places, Holdings holdings);

/// Adds a block to a promise of copies: from task `root` to all tasks of its line of dimension dim.
void promise_broadcast(TaskGrid const& grid, std::vector<std::uint32_t> const& places, std::uint32_t root,
                       std::uint32_t dim, Promise& promise);

/// The tasks of the line of dimension dim through `task`, in the order of their coordinates.
std::vector<std::uint32_t> line_of(TaskGrid const& grid, std::uint32_t task, std::uint32_t dim);

/// The maximum hops of a broadcast along dim.
std::uint32_t max_hops(TaskGrid const& grid, std::uint32_t dim);

/// A task grid laid through a grid of routers so that neighbors are neighbors.
struct Folding {
  std::vector<std::uint32_t> router;  ///< of each task
  std::vector<bool>
      wraps;  ///< per task dimension: whether its last task is next to its first in the machine, too
};

/// Lays each dimension of the task grid (the last the fastest) through some dimensions of the machine whose
/// sides multiply to its own: along a Hamiltonian cycle if there is one, else along a path. Nothing if there
/// is no such division of the machine's dimensions. (Solomonik, Network interconnect topologies, lecture 29:
/// algorithms of two dimensions on a 2k-D torus whose rows and columns are k-D tori, halos unfolded from tori
/// of more dimensions.)
std::optional<Folding> fold(GridGeometry const& machine, Sides const& tasks);

/// Whether fold() gives something, from the sides of the machine alone, in the same order.
bool folds(Sides const& machine, Sides const& tasks);

/// Rows x columns, as nearly equal as possible: those that fold, if there are any, else any.
Sides squarest_grid(GridContext const& context);

}  // namespace weft::collective
