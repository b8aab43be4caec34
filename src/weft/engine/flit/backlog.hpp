// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/engine/flit/sources.hpp"

namespace weft::flit {

/// The packets that wait at each terminal of a partition, counted in one cycle after the other: a count draws
/// only the packets made since the one before, not all those that wait.
class Sources::Backlog {
 public:
  /// `sources` must outlive it.
  explicit Backlog(Sources const& sources);

  /// Counts the packets made before cycle `now`, the next one of the simulation, and not begun.
  void count(std::uint64_t now);
  /// By terminal, from the partition's first one to its last.
  std::span<std::uint32_t const> waiting() const { return waiting_; }
  std::uint32_t first_terminal() const { return sources_.first_terminal_; }
  /// Packets begun until then, and those dropped because they had no path.
  std::uint64_t begun_or_dropped() const { return begun_or_dropped_; }

 private:
  /// The arrival law of a source, ahead of the packets that it has begun.
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
