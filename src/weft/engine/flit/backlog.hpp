// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/engine/flit/sources.hpp"

namespace weft::flit {

/// Counts the waiting packets of each terminal of a partition, cycle by cycle: a count draws only the packets
/// created since the previous one, not all waiting packets.
class Sources::Backlog {
 public:
  /// Keeps a reference to `sources`.
  explicit Backlog(Sources const& sources);

  /// Counts the packets created before cycle `now`, the next one of the simulation, that have not been
  /// started.
  void count(std::uint64_t now);
  /// Returns the counts by terminal, from the first one of the partition to the last.
  std::span<std::uint32_t const> waiting() const { return waiting_; }
  std::uint32_t first_terminal() const { return sources_.first_terminal_; }
  /// Returns the packets started until then, and the packets dropped because they had no path.
  std::uint64_t begun_or_dropped() const { return begun_or_dropped_; }

 private:
  /// The arrival process of a source, ahead of the packets that the source has started.
  struct Made {
    Rng rng;
    ArrivalLaw::Memory law;
    std::uint32_t messages = 0;
  };

  std::uint32_t waiting_messages(std::uint64_t now, std::size_t index);

  Sources const& sources_;
  std::vector<Made> made_;              // by source
  std::vector<std::uint32_t> waiting_;  // by terminal
  std::uint64_t begun_or_dropped_ = 0;
};

}  // namespace weft::flit
