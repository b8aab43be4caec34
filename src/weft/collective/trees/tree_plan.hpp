// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "weft/collective/algorithm.hpp"
#include "weft/collective/trees/tree.hpp"

namespace weft::collective {

/// Returns whether trees support the operation: all operations except all_to_all and reduce_scatter.
bool supports_trees(Operation operation);
/// Returns whether an operation uses trees of direction `direction`.
bool sends_along(Operation operation, TreeDirection direction);

/// Trees with a common root, downward and upward as the operation requires. The trees of each direction are
/// arc-disjoint.
struct Forest {
  std::vector<Tree> down = {}, up = {};
};

/// Returns a pipelined plan of an operation along trees: blocks are distributed over the trees, and the
/// batches of a tree follow one another step by step. Broadcast and reduce take depth + batches - 1 steps;
/// scatter and gather send the farthest parcels first (last); allreduce and barrier are a reduce and a
/// broadcast, one after the other or simultaneously, whichever is faster; allgather is a gather and a
/// broadcast likewise. Routers that have no rank copy and add. Selects the number of trees, the width of
/// steps and the batch size that minimize the number of slots within the limits of the channels and
/// `task.sends`. Throws InputError if a tree lacks a rank.
Plan plan_on_trees(Ranks const& ranks, Task const& task, Forest forest);

}  // namespace weft::collective
