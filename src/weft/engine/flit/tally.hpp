// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "weft/core/byte_stream.hpp"
#include "weft/core/statistics.hpp"

namespace weft::flit {

/// The packets that are measured: those born in cycles from .. to - 1, in blocks of equally many cycles.
struct Window {
  std::uint64_t from = std::numeric_limits<std::uint64_t>::max(), to = from;
  std::uint64_t block = 1;
  bool contains(std::uint64_t cycle) const { return cycle >= from && cycle < to; }
};

/// Sum and number of delays in cycles: exact, so that the sum over partitions is the same in any order.
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
  DelaySum recent;                  ///< latencies of all packets delivered since they were last taken
  std::uint64_t delivered = 0;      ///< packets, ever
  std::uint64_t last_delivery = 0;  ///< the cycle in which the last of them arrived
  std::uint64_t started = 0;        ///< packets that their sources have begun to send, ever
  std::uint64_t unreachable = 0;    ///< packets of the window dropped at the source because there is no path
  std::uint64_t accepted = 0;       ///< flits that reached terminals in the window's cycles
  std::uint64_t measured_started = 0, measured_flits = 0;  ///< measured packets begun, and their flits
  DelaySum latency, network, head;  ///< measured: birth to last flit; first flit sent to last; birth to first
  std::uint64_t hops = 0;           ///< of measured packets: channels of the network crossed
  Histogram latencies;
  std::vector<DelaySum> by_hops;    ///< latencies of measured packets by the channels they crossed
  std::vector<DelaySum> blocks;     ///< latencies by block of birth
  std::vector<ClassTally> classes;  ///< empty if there is one

  void merge(Tally const& other);
  void write(ByteWriter& out) const;
  static Tally read(ByteReader& in);
};

}  // namespace weft::flit
