#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "weft/core/ranks.hpp"

namespace weft::rounds {

/// The measures of one level of a CLEX in a run of A(l); sums are integers, so that merging is exact in any
/// order.
struct LevelMeasures {
  std::uint64_t max_rounds = 0;    ///< of any instance of this level, recursive calls excluded
  std::uint64_t sum_rounds = 0;    ///< over all messages and visits
  std::uint64_t hops = 0;          ///< channel crossings on this level
  std::uint64_t max_messages = 0;  ///< of any instance

  void merge(LevelMeasures const& other) {
    max_rounds = std::max(max_rounds, other.max_rounds);
    sum_rounds += other.sum_rounds;
    hops += other.hops;
    max_messages = std::max(max_messages, other.max_messages);
  }
};

/// Messages left after a phase of A(1), over all instances that ran it (Figure 3 of the paper).
struct PhaseMeasures {
  std::uint64_t sum_left = 0;
  std::uint64_t max_left = 0;
  std::uint64_t ended = 0;   ///< instances with nothing left after this phase, but something before
  std::uint64_t copies = 0;  ///< that senders made: requests (dense) or messages (light)
  std::uint64_t grants = 0;  ///< copies that relays acknowledged

  void merge(PhaseMeasures const& other) {
    sum_left += other.sum_left;
    max_left = std::max(max_left, other.max_left);
    ended += other.ended;
    copies += other.copies;
    grants += other.grants;
  }
};

/// All measures of A(l). levels[i-1] belongs to level i, phases[p-1] to phase p.
struct ClexMeasures {
  std::uint64_t messages = 0;
  std::uint64_t instances = 0;  ///< of A(1)
  std::vector<LevelMeasures> levels;
  std::vector<PhaseMeasures> phases;
  /// Maximum rounds of any instance per step: [2 c] the exchange before call c of A(1), [2 c + 1] call c.
  std::vector<std::uint64_t> step_rounds;

  explicit ClexMeasures(std::size_t num_levels = 0) : levels(num_levels) {}

  void phase(std::size_t number, std::uint64_t left, std::uint64_t copies = 0, std::uint64_t grants = 0) {
    if (phases.size() < number) phases.resize(number);
    auto& it = phases[number - 1];
    it.sum_left += left;
    it.max_left = std::max(it.max_left, left);
    if (left == 0) ++it.ended;
    it.copies += copies;
    it.grants += grants;
  }
  void step(std::uint64_t number, std::uint64_t rounds) {
    if (step_rounds.size() <= number) step_rounds.resize(number + 1);
    step_rounds[number] = std::max(step_rounds[number], rounds);
  }
  /// Rounds until the last message is delivered, if each step begins after the slowest instance of the
  /// previous one.
  std::uint64_t makespan() const {
    return std::accumulate(step_rounds.begin(), step_rounds.end(), std::uint64_t{0});
  }

  /// Channel crossings on all levels.
  std::uint64_t hops() const {
    return std::accumulate(levels.begin(), levels.end(), std::uint64_t{0},
                           [](std::uint64_t sum, LevelMeasures const& level) { return sum + level.hops; });
  }
  /// Rounds that messages spent on all levels, over all messages.
  std::uint64_t sum_rounds() const {
    return std::accumulate(
        levels.begin(), levels.end(), std::uint64_t{0},
        [](std::uint64_t sum, LevelMeasures const& level) { return sum + level.sum_rounds; });
  }

  void merge(ClexMeasures const& other) {
    messages += other.messages;
    instances += other.instances;
    for (std::size_t i = 0; i < levels.size(); ++i) levels[i].merge(other.levels[i]);
    if (phases.size() < other.phases.size()) phases.resize(other.phases.size());
    for (std::size_t i = 0; i < other.phases.size(); ++i) phases[i].merge(other.phases[i]);
    for (std::size_t i = 0; i < other.step_rounds.size(); ++i) step(i, other.step_rounds[i]);
  }

  /// Calls `sum` on each number that merging adds and `max` on each whose maximum it takes.
  void visit(auto&& sum, auto&& max) {
    sum(instances);
    for (auto& level : levels)
      max(level.max_rounds), sum(level.sum_rounds), sum(level.hops), max(level.max_messages);
    for (auto& phase : phases)
      sum(phase.sum_left), max(phase.max_left), sum(phase.ended), sum(phase.copies), sum(phase.grants);
    for (auto& rounds : step_rounds) max(rounds);
  }

  double avg_rounds(std::size_t level) const { return per_message(levels[level - 1].sum_rounds); }
  double avg_hops(std::size_t level) const { return per_message(levels[level - 1].hops); }
  double per_message(std::uint64_t sum) const {
    return messages == 0 ? 0.0 : static_cast<double>(sum) / static_cast<double>(messages);
  }
};

/// Collective. Merges the measures of all ranks; `messages` stays.
inline void merge_over_ranks(ClexMeasures& measures) {
  measures.phases.resize(max_over_ranks(measures.phases.size()));
  measures.step_rounds.resize(max_over_ranks(measures.step_rounds.size()));
  std::vector<std::uint64_t> sums, maxima;
  measures.visit([&](std::uint64_t value) { sums.push_back(value); },
                 [&](std::uint64_t value) { maxima.push_back(value); });
  sum_over_ranks(sums);
  max_over_ranks(maxima);
  auto sum = sums.begin(), max = maxima.begin();
  measures.visit([&](std::uint64_t& value) { value = *sum++; },
                 [&](std::uint64_t& value) { value = *max++; });
}

}  // namespace weft::rounds
