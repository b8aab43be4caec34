// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "weft/collective/trees/tree.hpp"
#include "weft/traffic/schedule/schedule.hpp"

namespace weft::collective {

/// The transfers of one tree, step by step. A channel of the tree transfers at most `batch` blocks per step.
class TreePart {
 public:
  virtual ~TreePart() = default;
  /// Appends the transfers of a step.
  virtual void append(std::uint64_t step, std::vector<Transfer>& transfers) = 0;
  /// Returns the step after the last.
  virtual std::uint64_t end() const = 0;
  /// Restarts from the first step; steps must be requested in ascending order.
  virtual void rewind() {}
};
using TreePartPtr = std::unique_ptr<TreePart>;

/// Timing of a part. The trees must outlive their parts.
struct PartTiming {
  std::uint64_t first = 0;  ///< step in which the first block leaves
  std::uint32_t batch = 1;
};

/// Sends blocks from the root to all nodes of a downward tree, one batch after the other: the channel to a
/// node of depth d transfers batch j in step first + j + d - 1. Ends with step first + depth + batches - 1.
/// Uses `replace` also for sums.
TreePartPtr broadcast_part(Tree const& tree, std::vector<std::uint32_t> blocks, PartTiming timing);

/// Sums blocks from all nodes of an upward tree to the root, one batch after the other: a node of depth d
/// sends batch j in step first + j + (depth - d). Has the duration of the broadcast.
TreePartPtr reduce_part(Tree const& tree, std::vector<std::uint32_t> blocks, PartTiming timing);

/// A block and its destination (source) node.
struct Parcel {
  std::uint32_t node = 0;
  std::uint32_t block = 0;
};

/// Sends parcels from the root of a downward tree to their nodes. Every channel of the root sends the parcels
/// of its branch one batch after the other, farthest first; nodes do not delay them. Ends with the last
/// arrival: max over branches and parcels of first + floor(position in its branch / batch) + depth, the
/// minimum on this tree.
TreePartPtr scatter_part(Tree const& tree, std::vector<Parcel> const& parcels, PartTiming timing);

/// Sends parcels to the root of an upward tree: the scatter reversed in time.
TreePartPtr gather_part(Tree const& tree, std::vector<Parcel> const& parcels, PartTiming timing);

/// A parcel's block at the root and the step of its arrival.
struct RootArrival {
  std::uint64_t step = 0;
  std::uint32_t block = 0;
};
/// Returns the blocks that gather_part brings to the root, by step.
std::vector<RootArrival> gather_arrivals(Tree const& tree, std::vector<Parcel> const& parcels,
                                         PartTiming timing);

}  // namespace weft::collective
