// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "weft/core/byte_stream.hpp"
#include "weft/core/statistics.hpp"

namespace weft::flit {

/// Measurement window: packets created in cycles from .. to - 1, in blocks of `block` cycles.
struct Window {
  std::uint64_t from = std::numeric_limits<std::uint64_t>::max(), to = from;
  std::uint64_t block = 1;
  bool contains(std::uint64_t cycle) const { return cycle >= from && cycle < to; }
};

/// Sum and number of delays in cycles. Both are exact, so that the sum over partitions does not depend on the
/// order of summation.
struct DelaySum {
  std::uint64_t sum = 0, count = 0;
  void add(std::uint64_t delay) {
    sum += delay;
    ++count;
  }
  void merge(DelaySum const& other) {
    sum += other.sum;
    count += other.count;
  }
  double mean() const { return count == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(count); }
};

/// Counts of one of several traffic classes.
struct ClassTally {
  std::uint64_t accepted = 0, measured_flits = 0;  ///< as in Tally
  DelaySum latency, network;
  Histogram latencies;
};

/// Counts of packets and flits.
struct Tally {
  DelaySum recent;                  ///< latencies of all packets delivered since the last drain_recent()
  std::uint64_t delivered = 0;      ///< packets delivered since cycle 0
  std::uint64_t last_delivery = 0;  ///< cycle of the last delivery
  std::uint64_t started = 0;        ///< packets started since cycle 0
  std::uint64_t unreachable = 0;    ///< packets of the window dropped at the source because they have no path
  std::uint64_t accepted = 0;       ///< flits that reached terminals in the cycles of the window
  std::uint64_t measured_started = 0, measured_flits = 0;  ///< measured packets started, and their flits
  /// Delays of measured packets: from creation to the arrival of the last flit, from the injection of the
  /// first flit to the arrival of the last, and from creation to the arrival of the first.
  DelaySum latency, network, head;
  std::uint64_t hops = 0;  ///< channels of the network that measured packets crossed
  Histogram latencies;
  std::vector<DelaySum> by_hops;    ///< latencies of measured packets, by number of crossed channels
  std::vector<DelaySum> blocks;     ///< latencies of measured packets, by block of creation
  std::vector<ClassTally> classes;  ///< empty if there is only one class

  void merge(Tally const& other);
  void write(ByteWriter& out) const;
  static Tally read(ByteReader& in);
};

}  // namespace weft::flit
