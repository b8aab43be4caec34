// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/engine/flit/sources.hpp"

namespace weft::flit {

/// Counter of the waiting packets of each terminal of a partition over time. A count draws only the packets
/// created since the previous count, not all waiting packets.
class Sources::Backlog {
 public:
  /// Keeps a reference to `sources`.
  explicit Backlog(Sources const& sources);

  /// Counts the packets that were created before cycle `now`, the next cycle of the simulation, and have not
  /// been started.
  void count(std::uint64_t now);
  /// Returns the count of each terminal, from the first terminal of the partition to the last.
  std::span<std::uint32_t const> waiting() const { return waiting_; }
  std::uint32_t first_terminal() const { return sources_.first_terminal_; }
  /// Returns the number of packets that were started, or dropped because they had no path, up to the last
  /// count.
  std::uint64_t started_or_dropped() const { return started_or_dropped_; }

 private:
  /// Arrival process of a source, advanced beyond the packets that the source has started.
  struct SourceCounts {
    Rng rng;
    ArrivalLaw::Memory law;
    std::uint32_t messages = 0;
  };

  std::uint32_t waiting_messages(std::uint64_t now, std::size_t index);

  Sources const& sources_;
  std::vector<SourceCounts> created_;   // by source
  std::vector<std::uint32_t> waiting_;  // by terminal
  std::uint64_t started_or_dropped_ = 0;
};

}  // namespace weft::flit
