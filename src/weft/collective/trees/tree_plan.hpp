// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "weft/collective/algorithm.hpp"
#include "weft/collective/trees/tree.hpp"

namespace weft::collective {

/// The operations that go along trees: not all_to_all and reduce_scatter.
bool goes_along_trees(Operation operation);
/// Whether an operation sends along trees in this direction.
bool goes(Operation operation, Way way);

/// Trees with the same root, downwards and upwards as far as the operation needs them. Those of one direction
/// have no channel in common.
struct Forest {
  std::vector<Tree> down = {}, up = {};
};

/// An operation along trees, pipelined: blocks are dealt out over the trees, a batch of each follows the
/// other step by step. Broadcast and reduce: depth + batches - 1 steps; scatter and gather: the farthest
/// first (last); allreduce and barrier: reduce, then broadcast, in both directions at once where that is
/// faster; allgather: gather and broadcast likewise. Routers without ranks copy and add. Weft takes the
/// number of trees, width of steps and size of batches with the fewest slots that the channels and
/// `task.sends` allow. Throws InputError if a tree misses a rank.
Plan plan_on_trees(Ranks const& ranks, Task const& task, Forest forest);

}  // namespace weft::collective
