// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "weft/collective/algorithm.hpp"
#include "weft/core/estimate.hpp"
#include "weft/core/progress.hpp"

namespace weft::collective {

/// Costs per step and per byte. A step in which channels transfer `width` times their bandwidth takes alpha +
/// beta * width * (bytes of a block) seconds (R. W. Hockney, Parallel Computing 20, 1994). With cut-through,
/// a message costs alpha once, its bytes once, and `hop` per hop.
struct Cost {
  double alpha = 1e-6;  ///< seconds per step; with cut-through, per round of messages
  double beta = 1e-10;  ///< seconds per byte on a channel of bandwidth 1
  double hop = -1;      ///< seconds per hop with cut-through; negative: store and forward

  bool cuts_through() const { return hop >= 0; }
  Switching switching() const {
    return cuts_through() ? Switching::cut_through : Switching::store_and_forward;
  }
};

/// Lower bounds on any schedule of a collective operation on a machine. Slots are for messages (reduce,
/// allreduce and reduce_scatter: vectors) of one block; with b blocks per message, multiply by b.
struct LowerBounds {
  /// Latency: minimum number of steps of a block from the root to the farthest receiver (or from the farthest
  /// rank to the root, or between the two most distant ranks).
  std::uint64_t steps = 0;
  /// Minimum number of slots in which the busiest vertex can send and receive its messages over its channels,
  /// with at most Task::sends blocks per slot.
  double node = 0;
  /// Minimum number of transfers, divided by the total bandwidth of all channels. The number of transfers is,
  /// for all-to-all, the sum of all distances; for allreduce 2 (P - 1), since a vertex has all parts only
  /// after P - 1 transfers, and the P - 1 other vertices then lack a part; for reduce_scatter P - 1.
  double network = 0;
  /// All-to-all: number of messages that must cross the bisection of a grid along a dimension, or pass
  /// between the halves of the vertices, divided by the bandwidth of the channels across the cut.
  double cut = 0;
  /// Minimum number of transfers, for messages of one block; determines the time to execute the schedule.
  double transfers = 0;
  /// Broadcast, reduce and allreduce: number of slots in which the farthest vertex receives (sends) a
  /// message, after (before) steps - 1 other slots.
  double farthest = 0;

  /// Returns the maximum of node, network and cut.
  double bandwidth() const;
  /// Returns the bound in slots if each message is divided into `blocks_per_message` blocks. With
  /// cut-through, only the first hop of a block needs a slot.
  std::uint64_t slots(std::uint32_t blocks_per_message,
                      Switching switching = Switching::store_and_forward) const;
  /// Returns the bound on the time in seconds for messages of `bytes` bytes, divided into any number of
  /// blocks: alpha * steps + beta * bytes * bandwidth(); with cut-through, alpha + hop * (steps - 1) + beta *
  /// bytes * bandwidth().
  double seconds(double bytes, Cost const& cost) const;
};

/// Returns the bounds for a task; they do not depend on Task::packets.
LowerBounds lower_bounds(Ranks const& ranks, Task const& task, Progress& progress = no_progress());

/// Returns LowerBounds::transfers if the mean distance between two ranks is `hops`.
double min_transfers(Operation operation, double ranks, double hops);
/// Returns the estimated memory and time of lower_bounds().
Estimate estimate_bounds(Operation operation, double ranks, double channels);

}  // namespace weft::collective
