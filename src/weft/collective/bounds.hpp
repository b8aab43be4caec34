// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "weft/collective/algorithm.hpp"
#include "weft/core/estimate.hpp"
#include "weft/core/progress.hpp"

namespace weft::collective {

/// Costs of a step and of a byte. A step in which channels transfer `width` times their bandwidth takes alpha
/// + beta * width * (bytes of a block) seconds (R. W. Hockney, Parallel Computing 20, 1994). With cut-through
/// a message costs alpha once, its bytes once, and `hop` for each hop.
struct Cost {
  double alpha = 1e-6;  ///< seconds per step, or with cut-through per round of messages
  double beta = 1e-10;  ///< seconds per byte on a channel of bandwidth 1
  double hop = -1;      ///< seconds per hop with cut-through; below 0: store-and-forward

  bool cuts_through() const { return hop >= 0; }
  Switching switching() const {
    return cuts_through() ? Switching::cut_through : Switching::store_and_forward;
  }
};

/// Lower bounds on any schedule of an operation on a machine, for any algorithm. Slots are counted for
/// messages (reduce, allreduce and reduce_scatter: whole vectors) of one block; with b blocks per message
/// multiply them by b.
struct LowerBounds {
  /// Latency: minimum steps of a block from the root to the farthest receiver (or from the farthest rank to
  /// the root, or between the two most distant ranks).
  std::uint64_t steps = 0;
  /// Slots in which the busiest vertex can send or receive its messages over its channels, with at most
  /// `sends` blocks per slot.
  double node = 0;
  /// Minimum number of transfers divided by the bandwidth of all channels. All-to-all: the sum of all
  /// distances; allreduce: 2 (P - 1), since one vertex has all parts only after P - 1 transfers, and P - 1
  /// other vertices still lack a part; reduce_scatter: P - 1.
  double network = 0;
  /// All-to-all: messages that must cross the middle of a dimension of a grid, or between the halves of the
  /// vertices, divided by the bandwidth of the channels in between.
  double cut = 0;
  /// The minimum number of hops of blocks, for messages of one block; determines the run time of an
  /// execution.
  double transfers = 0;
  /// Broadcast, reduce and allreduce: slots in which the farthest vertex receives (sends) one message, after
  /// (before) steps - 1 other slots.
  double farthest = 0;

  /// Returns the maximum of node, network and cut.
  double bandwidth() const;
  /// Returns the bound in slots if each message is divided into `blocks_per_message` blocks. With
  /// cut-through, further hops of a block need no further slots.
  std::uint64_t slots(std::uint32_t blocks_per_message,
                      Switching switching = Switching::store_and_forward) const;
  /// Returns the bound on the time for messages of `bytes` bytes, divided into any number of blocks: alpha *
  /// steps + beta * bytes * bandwidth(), or with cut-through alpha + hop * (steps - 1) + beta * bytes *
  /// bandwidth().
  double seconds(double bytes, Cost const& cost) const;
};

/// Returns the bounds for a task, independent of packets.
LowerBounds lower_bounds(Ranks const& ranks, Task const& task, Progress& progress = no_progress());

/// Returns LowerBounds::transfers for a mean distance of `hops` between two ranks.
double min_transfers(Operation operation, double ranks, double hops);
/// Estimates the computation of the bounds.
Estimate estimate_bounds(Operation operation, double ranks, double channels);

}  // namespace weft::collective
