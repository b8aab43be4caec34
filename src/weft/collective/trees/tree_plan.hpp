// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "weft/collective/algorithm.hpp"
#include "weft/collective/trees/tree.hpp"

namespace weft::collective {

/// Returns whether the operation can use trees: all but all_to_all and reduce_scatter.
bool supports_trees(Operation operation);
/// Returns whether an operation sends along trees in this direction.
bool sends_along(Operation operation, TreeDirection direction);

/// Trees with a common root, downwards and upwards if the operation requires them. The trees of one direction
/// are arc-disjoint.
struct Forest {
  std::vector<Tree> down = {}, up = {};
};

/// Plans an operation along trees, pipelined: blocks are distributed over the trees, and the batches of a
/// tree follow each other step by step. Broadcast and reduce: depth + batches - 1 steps; scatter and gather:
/// farthest first (last); allreduce and barrier: reduce, then broadcast, in both directions simultaneously if
/// faster; allgather: gather and broadcast likewise. Routers without ranks copy and add. Selects the number
/// of trees, width of steps and size of batches with the fewest slots that the channels and `task.sends`
/// allow. Throws InputError if a tree misses a rank.
Plan plan_on_trees(Ranks const& ranks, Task const& task, Forest forest);

}  // namespace weft::collective
