// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "weft/core/random.hpp"
#include "weft/engine/rounds/clex/clex_options.hpp"
#include "weft/routing/clex/clex_digits.hpp"

namespace weft::topology {
class Clex;
}  // namespace weft::topology

/// The order of the calls of A(l) (clex_digits.hpp) and the random streams, shared by the fast and the naive
/// execution.
namespace weft::rounds {

/// The parameters of a CLEX that the engine uses.
struct ClexMachine {
  std::uint32_t m, levels;
  bool low_landing, single_link;

  explicit ClexMachine(topology::Clex const& clex);
  ClexMachine(std::uint32_t m_, std::uint32_t levels_, bool low = true, bool single = false)
      : m(m_), levels(levels_), low_landing(low), single_link(single) {}

  std::uint64_t power(std::uint32_t exponent) const {
    std::uint64_t result = 1;
    while (exponent-- > 0) result *= m;
    return result;
  }
  std::uint64_t nodes() const { return power(levels); }
  std::uint64_t cliques() const { return power(levels - 1); }
  std::uint64_t cliques_of_copy(std::uint32_t level) const { return power(level - 1); }
};

/// A call of A(1) within A(l), on all cliques of the machine.
struct Call {
  std::uint64_t number;    ///< selects its random streams
  std::uint32_t exchange;  ///< level of the preceding exchange; 0: none
  std::uint32_t target;    ///< level of the digit of the destination that the call sets; 0: a random digit
};

/// Returns the calls of A(levels) in order. If `redistribute` > 0 (Valiant's trick), the calls of
/// A(redistribute) to random nodes come first; their numbers follow the numbers of the calls of A(levels).
inline std::vector<Call> calls_in_order(std::uint32_t levels, std::uint32_t redistribute) {
  std::uint64_t const calls = num_calls(levels);
  std::vector<Call> order;
  if (redistribute > 0)
    for (std::uint64_t c = 0; c < num_calls(redistribute); ++c)
      order.push_back({calls + c, c == 0 ? 0 : exchange_level(c), 0});
  for (std::uint64_t c = 0; c < calls; ++c)
    order.push_back({c, c == 0 ? 0 : exchange_level(c), target_level(levels, c)});
  return order;
}

/// Returns the number of A(1) calls in which each message takes part.
inline std::uint64_t calls_of_message(std::uint32_t levels, std::uint32_t redistribute) {
  return num_calls(levels) + (redistribute > 0 ? num_calls(redistribute) : 0);
}

/// Returns the m permutations of subset=pooled, drawn once per run: row i is permutation i.
inline std::vector<std::uint16_t> draw_pool(std::uint64_t seed, std::uint32_t m) {
  std::vector<std::uint16_t> pool(std::size_t{m} * m);
  for (std::uint32_t i = 0; i < m; ++i) {
    auto* row = pool.data() + std::size_t{i} * m;
    std::iota(row, row + m, std::uint16_t{0});
    Rng rng{seed, Purpose::pool, i};
    for (std::uint32_t a = 0; a + 1 < m; ++a) std::swap(row[a], row[a + rng.below(m - a)]);
  }
  return pool;
}

/// Random streams of an instance (call `call` of A(1) on clique `clique` of `cliques`), one stream per use.
struct InstanceStreams {
  std::uint64_t seed, index;
  InstanceStreams(std::uint64_t seed_, std::uint64_t cliques, std::uint64_t call, std::uint64_t clique)
      : seed(seed_), index(call * cliques + clique) {}
  Rng intermediate() const { return {seed, Purpose::intermediate, index}; }
  Rng exchange() const { return {seed, Purpose::exchange, index}; }
  Rng estimate(std::uint32_t phase) const { return {seed, Purpose::knowledge, index, phase}; }
  Rng relay(std::uint32_t phase) const { return {seed, Purpose::relay, index, phase}; }
};

/// Rule for the number k of copies per message in the relaying phases of an instance of A(1) (option
/// `copies`).
class CopyRule {
 public:
  CopyRule(ClexOptions const& options, std::uint64_t m, std::uint64_t nodes)
      : options_(options),
        m_(m),
        log_m_(static_cast<std::uint64_t>(std::floor(std::log(static_cast<double>(m)) + 1e-12))),
        limit_(std::sqrt(std::log2(static_cast<double>(std::max<std::uint64_t>(2, nodes))))) {}

  /// State of the rule in an instance.
  struct Memory {
    double growth = 1;    ///< k of copies=growth
    double estimate = 0;  ///< the nodes' estimate of the number of remaining messages
  };
  /// Returns the state at the start of phase 1 of an instance with `messages` messages.
  Memory begin(std::uint64_t messages, InstanceStreams const& streams) const {
    return {1, estimate(messages, 1, streams)};
  }

  /// Returns k for a phase that starts with `left` messages in the clique.
  std::uint32_t operator()(std::uint32_t phase, std::uint64_t left, Memory& memory,
                           InstanceStreams const& streams) const {
    std::uint64_t k = 1;
    switch (options_.copies) {
      case Copies::literal:
        if ((phase - 1) % options_.estimate_period == 0) memory.estimate = estimate(left, phase, streams);
        k = std::min(log_m_, static_cast<std::uint64_t>(options_.copy_factor * static_cast<double>(m_ * m_) /
                                                        memory.estimate));
        break;
      case Copies::fixed: k = options_.copy_count; break;
      case Copies::growth:
        k = static_cast<std::uint64_t>(memory.growth);
        memory.growth =
            std::min(memory.growth * std::exp(memory.growth / options_.copy_factor), std::max(1.0, limit_));
        break;
    }
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(k, 1, m_));
  }

 private:
  /// Returns the nodes' estimate of `left` in a phase: `left` times a factor (1 + estimate_error)^U[-1, 1).
  double estimate(std::uint64_t left, std::uint32_t phase, InstanceStreams const& streams) const {
    auto const exact = static_cast<double>(left);
    if (options_.estimate_error == 0) return exact;
    return exact * std::pow(1 + options_.estimate_error, 2 * streams.estimate(phase).uniform() - 1);
  }

  ClexOptions options_;
  std::uint64_t m_, log_m_;
  double limit_;
};

}  // namespace weft::rounds
