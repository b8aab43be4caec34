#pragma once

#include <cstdint>
#include <vector>

#include "weft/collective/applications/task_grid.hpp"
#include "weft/collective/ranks/rank_program.hpp"

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

}  // namespace weft::collective
