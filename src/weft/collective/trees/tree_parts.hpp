// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "weft/collective/trees/tree.hpp"
#include "weft/traffic/schedule/schedule.hpp"

namespace weft::collective {

/// The transfers of a plan along one tree, step by step. A channel of the tree transfers at most `batch`
/// blocks per step.
class TreePart {
 public:
  virtual ~TreePart() = default;
  /// Appends the transfers of step `step`. Steps must be requested in ascending order.
  virtual void append(std::uint64_t step, std::vector<Transfer>& transfers) = 0;
  /// Returns the step after the last.
  virtual std::uint64_t end() const = 0;
  /// Restarts from the first step.
  virtual void rewind() {}
};
using TreePartPtr = std::unique_ptr<TreePart>;

/// Timing of a part.
struct PartTiming {
  std::uint64_t first = 0;  ///< step in which the first block leaves
  std::uint32_t batch = 1;
};

/// Creates the broadcast of blocks from the root to all nodes of a downward tree, batch by batch: the channel
/// to a node of depth d transfers batch j in step first + j + d - 1. end() is first + depth + batches - 1.
/// Sums also arrive with `replace`. The tree must outlive the part.
TreePartPtr broadcast_part(Tree const& tree, std::vector<std::uint32_t> blocks, PartTiming timing);

/// Creates the reduction of blocks from all nodes of an upward tree to the root, batch by batch: a node of
/// depth d sends batch j in step first + j + (depth - d). The reduction takes as many steps as the broadcast.
/// The tree must outlive the part.
TreePartPtr reduce_part(Tree const& tree, std::vector<std::uint32_t> blocks, PartTiming timing);

/// A block and its destination node (in a gather, its source node).
struct Parcel {
  std::uint32_t node = 0;
  std::uint32_t block = 0;
};

/// Creates the scatter of parcels from the root of a downward tree to their nodes. Every channel of the root
/// sends the parcels of its branch batch by batch, farthest first; other nodes forward parcels immediately.
/// It ends with the last arrival: the maximum over all parcels of first + floor(position in the branch /
/// batch) + depth, which is optimal on the tree. The tree must outlive the part.
TreePartPtr scatter_part(Tree const& tree, std::vector<Parcel> const& parcels, PartTiming timing);

/// Creates the gather of parcels to the root of an upward tree: the scatter, reversed in time. The tree must
/// outlive the part.
TreePartPtr gather_part(Tree const& tree, std::vector<Parcel> const& parcels, PartTiming timing);

/// Arrival of a block at the root: the step and the block.
struct RootArrival {
  std::uint64_t step = 0;
  std::uint32_t block = 0;
};
/// Returns the arrivals at the root of gather_part(), ordered by step.
std::vector<RootArrival> gather_arrivals(Tree const& tree, std::vector<Parcel> const& parcels,
                                         PartTiming timing);

}  // namespace weft::collective
