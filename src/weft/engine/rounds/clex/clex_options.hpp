// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/core/ranks.hpp"

namespace weft::rounds {

/// Cost model of redundant copies in A(1).
enum class Mode { dense, light };
/// Rule by which a relay selects the request that it grants among several for the same target.
enum class Accept { random, first_come };
/// Number of copies of a message in a relaying phase.
enum class Copies { literal, fixed, growth };
/// Selection of the edges of a node that carry one additional message.
enum class Subset { independent, pooled };

}  // namespace weft::rounds

namespace weft {
template <>
inline constexpr EnumValue<rounds::Mode> enum_values<rounds::Mode>[] = {
    {"dense", rounds::Mode::dense, "copies are requests; only a granted message moves"},
    {"light", rounds::Mode::light, "copies are the messages: fewer rounds, more traffic"}};
template <>
inline constexpr EnumValue<rounds::Accept> enum_values<rounds::Accept>[] = {
    {"random", rounds::Accept::random, "a uniformly random request"},
    {"first_come", rounds::Accept::first_come,
     "the first request in order of (sender, position in its queue, copy)"}};
template <>
inline constexpr EnumValue<rounds::Copies> enum_values<rounds::Copies>[] = {
    {"literal", rounds::Copies::literal, "max(1, min(floor(ln m), floor(c m^2 / messages left)))"},
    {"fixed", rounds::Copies::fixed, "a constant number"},
    {"growth", rounds::Copies::growth, "k <- min(k e^(k/c), sqrt(log n)) from phase to phase (STOC'11)"}};
template <>
inline constexpr EnumValue<rounds::Subset> enum_values<rounds::Subset>[] = {
    {"independent", rounds::Subset::independent, "a fresh uniformly random subset at every node and step"},
    {"pooled", rounds::Subset::pooled,
     "one of m permutations, drawn once per run and used cyclically (the published artifact)"}};
}  // namespace weft

namespace weft::rounds {

/// Options of A(l), for the interpretations that the text of Lenzen & Wattenhofer (arXiv 1607.00298) permits;
/// the defaults are the literal interpretation.
struct ClexOptions {
  Mode mode = Mode::dense;
  Accept accept = Accept::random;
  Copies copies = Copies::literal;
  std::uint32_t copy_count = 2;  ///< for copies=fixed
  double copy_factor = 1;        ///< c of copies=literal and copies=growth
  /// Error of the estimated number of remaining messages, for copies=literal
  double estimate_error = 0;
  std::uint32_t estimate_period = 1;  ///< number of phases between estimates
  Subset subset = Subset::independent;
  std::uint32_t redistribute = 0;  ///< level of Valiant's trick
  bool direct = true;              ///< phase 1 of A(1) sends one message over each channel to its target
  std::uint32_t payload = 1024;    ///< bits of a message without its header
  std::uint32_t batch = 0;         ///< perpetual operation: maximum messages of a node in an instance; 0: m
  std::uint32_t last_phase = 0;    ///< perpetual operation: last phase of A(1); 0: no limit
};

/// Options of A(1) on cliques; they do not apply to local networks.
inline constexpr std::array<std::string_view, 10> clique_options{
    "mode",           "accept",          "copies", "copy_count", "copy_factor",
    "estimate_error", "estimate_period", "direct", "batch",      "last_phase"};

constexpr std::tuple clex_options_schema{
    param("mode", &ClexOptions::mode, "meaning of the copies in A(1)"),
    param("accept", &ClexOptions::accept, "selection of the granted request for a target at a relay"),
    param("copies", &ClexOptions::copies, "number of copies of a message per relaying phase"),
    param("copy_count", &ClexOptions::copy_count, Range{1, 65535}, "copies per message when copies=fixed"),
    param("copy_factor", &ClexOptions::copy_factor, Range{1e-6, 1e6},
          "the constant c of copies=literal and copies=growth"),
    param("estimate_error", &ClexOptions::estimate_error, Range{0, 1000},
          "copies=literal: the nodes estimate the number of messages left in their clique with an "
          "error, a random factor between 1 / (1 + this) and 1 + this"),
    param(
        "estimate_period", &ClexOptions::estimate_period, Range{1, 1e9},
        "copies=literal: period with which the nodes update the number of remaining messages, from the start of phase 1 on",
        "phases"),
    param("subset", &ClexOptions::subset, "selection of the edges with one additional message in step 2"),
    param("redistribute", &ClexOptions::redistribute, Range{0, 32},
          "Valiant's trick: with i = redistribute, A(i) first spreads the messages at random over its "
          "copy of level i (levels: over the whole machine; a lower level: the lightweight form; 0: not "
          "used)"),
    param(
        "direct", &ClexOptions::direct,
        "phase 1 of A(1) sends a message over each channel to its target (section III-A of the paper); false: "
        "copies go to relays from phase 1 on (section II-D)"),
    param(
        "payload", &ClexOptions::payload, Range{1, 1e9},
        "size of a message without its header, which determines the relative cost of requests and acknowledgments",
        "bits"),
    param("batch", &ClexOptions::batch, Range{0, 1e9},
          "perpetual operation: maximum messages of a node per instance of A(l); 0: m", "messages"),
    param(
        "last_phase", &ClexOptions::last_phase, Range{0, 1e9},
        "perpetual operation: A(1) ends after this phase, and the remaining messages join the next instance; 0: no limit")};

/// Measures of one level of a CLEX in a run of A(l). All sums are integers, so the order of merging does not
/// matter.
struct LevelMeasures {
  std::uint64_t max_rounds = 0;    ///< maximum over the instances of this level, excluding recursive calls
  std::uint64_t sum_rounds = 0;    ///< over all messages and instances
  std::uint64_t hops = 0;          ///< channel crossings on this level
  std::uint64_t max_messages = 0;  ///< maximum over the instances

  void merge(LevelMeasures const& other) {
    max_rounds = std::max(max_rounds, other.max_rounds);
    sum_rounds += other.sum_rounds;
    hops += other.hops;
    max_messages = std::max(max_messages, other.max_messages);
  }
};

/// Messages that remain after a phase of A(1), over all instances that ran the phase (Figure 3 of the paper).
struct PhaseMeasures {
  std::uint64_t sum_remaining = 0;
  std::uint64_t max_left = 0;
  std::uint64_t ended = 0;   ///< instances that ended with this phase
  std::uint64_t copies = 0;  ///< copies that senders sent: requests (dense) or messages (light)
  std::uint64_t grants = 0;  ///< copies that relays acknowledged

  void merge(PhaseMeasures const& other) {
    sum_remaining += other.sum_remaining;
    max_left = std::max(max_left, other.max_left);
    ended += other.ended;
    copies += other.copies;
    grants += other.grants;
  }
};

/// All measures of A(l). levels[i-1] belongs to level i, phases[p-1] to phase p.
struct ClexMeasures {
  std::uint64_t messages = 0;
  std::uint64_t instances = 0;  ///< instances of A(1)
  std::vector<LevelMeasures> levels;
  std::vector<PhaseMeasures> phases;
  /// Maximum rounds of an instance, by step: step 2 c is the exchange before call c of A(1), step 2 c + 1 is
  /// call c.
  std::vector<std::uint64_t> step_rounds;

  explicit ClexMeasures(std::size_t num_levels = 0) : levels(num_levels) {}

  void phase(std::size_t number, std::uint64_t left, std::uint64_t copies = 0, std::uint64_t grants = 0) {
    if (phases.size() < number) phases.resize(number);
    auto& phase_measures = phases[number - 1];
    phase_measures.sum_remaining += left;
    phase_measures.max_left = std::max(phase_measures.max_left, left);
    if (left == 0) ++phase_measures.ended;
    phase_measures.copies += copies;
    phase_measures.grants += grants;
  }
  void step(std::uint64_t number, std::uint64_t rounds) {
    if (step_rounds.size() <= number) step_rounds.resize(number + 1);
    step_rounds[number] = std::max(step_rounds[number], rounds);
  }
  /// Returns the rounds until the last delivery if each step starts when the slowest instance of the previous
  /// step has ended.
  std::uint64_t makespan() const {
    return std::accumulate(step_rounds.begin(), step_rounds.end(), std::uint64_t{0});
  }

  /// Returns the number of channel crossings on all levels.
  std::uint64_t hops() const {
    return std::accumulate(levels.begin(), levels.end(), std::uint64_t{0},
                           [](std::uint64_t sum, LevelMeasures const& level) { return sum + level.hops; });
  }
  /// Returns the rounds spent on all levels, summed over all messages.
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

  /// Calls sum(counter) for each counter that merge() adds up, and max(counter) for each counter of which
  /// merge() keeps the maximum.
  void visit(auto&& sum, auto&& max) {
    sum(instances);
    for (auto& level : levels)
      max(level.max_rounds), sum(level.sum_rounds), sum(level.hops), max(level.max_messages);
    for (auto& phase : phases)
      sum(phase.sum_remaining), max(phase.max_left), sum(phase.ended), sum(phase.copies), sum(phase.grants);
    for (auto& rounds : step_rounds) max(rounds);
  }

  double avg_rounds(std::size_t level) const { return per_message(levels[level - 1].sum_rounds); }
  double avg_hops(std::size_t level) const { return per_message(levels[level - 1].hops); }
  double per_message(std::uint64_t sum) const {
    return messages == 0 ? 0.0 : static_cast<double>(sum) / static_cast<double>(messages);
  }
};

/// Merges the measures of all ranks, except `messages`. Collective.
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
