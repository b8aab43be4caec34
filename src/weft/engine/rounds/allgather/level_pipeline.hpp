// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "weft/core/interrupt.hpp"
#include "weft/engine/rounds/allgather/allgather.hpp"
#include "weft/engine/rounds/allgather/allgather_flood.hpp"

namespace weft::rounds {

/// Returns the number of messages per used channel for each level of a CLEX with full links: on level i, the
/// messages of the sources that agree with the node in the digits d_2 .. d_i; on level 1, only its own
/// message.
inline std::vector<std::uint64_t> level_loads(topology::Clex const& clex) {
  std::vector<std::uint64_t> loads(clex.levels(), clex.m() == 1 ? 0 : 1);
  for (std::uint64_t load = 1, level = clex.levels(); level >= 2 && clex.m() > 1; --level)
    loads[level - 1] = load *= clex.m();
  return loads;
}

/// Queues of one node, one per level, simulated in steps of one or more rounds.
class LevelPipeline {
 public:
  LevelPipeline(topology::Clex const& clex, AllgatherResult const& result) : m_(clex.m()) {
    auto const loads = level_loads(clex);
    for (std::size_t i = 0; i < loads.size(); ++i) levels_.push_back({loads[i], result.classes[i].bandwidth});
  }

  void run() {
    while (unfinished()) {
      throw_if_interrupted();
      auto const rounds = rounds_without_change();
      for (auto& level : levels_) send(level, rounds);
      now_ += rounds;
    }
  }
  std::uint64_t last_arrival(std::size_t index) const {
    auto const& level = levels_[index];
    return level.load == 0 ? 0 : level.pacer.last_arrival(level.bandwidth);
  }

 private:
  struct Level {
    std::uint64_t load;
    double bandwidth;
    std::uint64_t sent = 0, waiting = 0;
    Pacer pacer{};
  };

  bool unfinished() const {
    return std::any_of(levels_.begin(), levels_.end(),
                       [](auto const& level) { return level.sent < level.load; });
  }

  /// Updates the numbers of waiting messages. Returns a number of rounds in which no queue can become empty.
  std::uint64_t rounds_without_change() {
    std::uint64_t received = 1, rounds = std::numeric_limits<std::uint64_t>::max();
    auto const look_at = [&](Level& level) {
      level.waiting = std::min(received, level.load) - level.sent;
      if (level.waiting > 0) level.pacer.wake(now_, level.bandwidth);
      if (level.sent < level.load) rounds = std::min(rounds, busy_rounds(level));
    };
    look_at(levels_[0]);
    received += (m_ - 1) * levels_[0].sent;
    for (auto level = levels_.size(); level-- > 1;) {
      look_at(levels_[level]);
      received += (m_ - 1) * levels_[level].sent;
    }
    return std::max<std::uint64_t>(rounds, 1);
  }

  std::uint64_t busy_rounds(Level const& level) const {
    auto const until = static_cast<double>(level.pacer.count() + level.waiting) / level.bandwidth;
    auto const end = level.pacer.begin() + static_cast<std::uint64_t>(std::min(until, 0x1p62));
    return end > now_ ? end - now_ : 0;
  }

  void send(Level& level, std::uint64_t rounds) {
    if (level.waiting == 0) return;
    auto const started = Pacer::num_started(now_ + rounds - level.pacer.begin(), level.bandwidth);
    auto const number = std::min(level.waiting, started - std::min(started, level.pacer.count()));
    level.pacer.begin_messages(number);
    level.sent += number;
  }

  std::uint64_t m_, now_ = 0;
  std::vector<Level> levels_;
};

}  // namespace weft::rounds
