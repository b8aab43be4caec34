// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "weft/collective/algorithm.hpp"
#include "weft/core/estimate.hpp"
#include "weft/core/progress.hpp"

namespace weft::collective {

/// The costs of a step and of a byte: a step in which channels carry `width` times their bandwidth takes
/// alpha + beta * width * (bytes of a block) seconds (R. W. Hockney, Parallel Computing 20, 1994). With
/// cut-through a message costs alpha once, its bytes once, and `hop` for each of its hops.
struct Cost {
  double alpha = 1e-6;  ///< seconds per step, or with cut-through per round of messages
  double beta = 1e-10;  ///< seconds per byte on a channel of bandwidth 1
  double hop = -1;      ///< seconds per hop with cut-through; below 0: store-and-forward

  bool cuts_through() const { return hop >= 0; }
  Switching switching() const {
    return cuts_through() ? Switching::cut_through : Switching::store_and_forward;
  }
};

/// Lower bounds on any schedule of an operation on a machine, whatever the algorithm. Slots are counted for
/// messages (of reduce, allreduce and reduce_scatter: whole vectors) of one block each: those of a message in
/// b blocks are b times as many.
struct LowerBounds {
  /// Latency: steps in which a block gets from the root to the farthest receiver (from the farthest rank to
  /// the root; between the two ranks farthest apart).
  std::uint64_t steps = 0;
  /// Slots in which the busiest vertex can send or receive its messages over its channels, at most `sends`
  /// blocks per slot.
  double node = 0;
  /// The minimum number of transfers over the bandwidth of all channels. All-to-all: the sum of all
  /// distances; allreduce: 2 (P - 1), for after no fewer than P - 1 transfers one vertex has all parts, and
  /// then P - 1 others still lack one; reduce_scatter: P - 1.
  double network = 0;
  /// All-to-all: the messages that must cross the middle of a dimension of a grid, or from the first half of
  /// the vertices to the second, over the bandwidth of the channels between.
  double cut = 0;
  /// The minimum number of hops of blocks, for messages of one block each: the time of an execution depends
  /// on them.
  double transfers = 0;
  /// Broadcast, reduce and allreduce: slots in which the farthest vertex receives (sends) one message; they
  /// come after (before) steps - 1 others.
  double farthest = 0;

  /// The maximum of node, network and cut.
  double bandwidth() const;
  /// Slots, if each message is cut into `blocks_per_message` blocks. With cut-through, further hops of a
  /// block need no further slots.
  std::uint64_t slots(std::uint32_t blocks_per_message,
                      Switching switching = Switching::store_and_forward) const;
  /// Time for messages of that many bytes, in however many blocks: alpha * steps + beta * bytes *
  /// bandwidth(), or with cut-through alpha + hop * (steps - 1) + beta * bytes * bandwidth().
  double seconds(double bytes, Cost const& cost) const;
};

/// Bounds for a task; packets do not matter.
LowerBounds lower_bounds(Ranks const& ranks, Task const& task, Progress& progress = no_progress());

/// LowerBounds::transfers, if the distance of two ranks is `hops` on average.
double least_transfers(Operation operation, double ranks, double hops);
/// Computing the bounds.
Estimate estimate_bounds(Operation operation, double ranks, double channels);

}  // namespace weft::collective
