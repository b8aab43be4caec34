// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "weft/engine/rounds/clex/clex_draws.hpp"
#include "weft/engine/rounds/clex/clex_options.hpp"

namespace weft::rounds {

/// A(1) one message at a time (Lenzen & Wattenhofer, arXiv 1607.00298): the twin of Clique, for ClexReference
/// alone.
template <class Message>
class ReferenceClique {
 public:
  ReferenceClique(std::uint32_t m, ClexOptions const& options, std::uint64_t nodes, std::uint64_t round_ps)
      : m_(m),
        round_ps_(round_ps),
        options_(options),
        copies_(options, m, nodes),
        permutation_(m),
        assigned_(m),
        granted_(m) {}

  /// Delivers message[i] from node sender[i] to node target[i] of the clique, adds the costs and returns the
  /// rounds.
  std::uint64_t deliver(std::vector<Message>& message, std::vector<std::uint16_t> const& sender,
                        std::vector<std::uint16_t> const& target, InstanceStreams const& streams,
                        ClexMeasures& measures) {
    auto& level = measures.levels[0];
    ++measures.instances;
    level.max_messages = std::max<std::uint64_t>(level.max_messages, message.size());
    if (message.empty()) return 0;
    Phase phase{0, 0, message, sender, target, level};
    if (options_.direct) {
      phase.number = phase.rounds = 1;
      send_directly(phase);
      measures.phase(1, left_.size());
    } else {
      left_.resize(message.size());
      std::iota(left_.begin(), left_.end(), 0U);
    }
    bool const relays = !left_.empty();
    auto memory = copies_.begin(message.size(), streams);
    while (!left_.empty()) {
      ++phase.number;
      std::uint32_t const k = copies_(phase.number, left_.size(), memory, streams);
      std::uint32_t const busiest = ask_relays(phase, k, streams.relay(phase.number));
      phase.rounds += options_.direct ? 2 : busiest + 1;
      auto const copies = left_.size() * k;
      auto const grants = take_grants(phase, k);
      measures.phase(phase.number, left_.size(), copies, grants);
    }
    std::uint64_t const rounds = phase.rounds + (relays && dense() ? 2 : 0);
    level.max_rounds = std::max(level.max_rounds, rounds);
    return rounds;
  }

 private:
  /// The state of a relay per target: the best request so far, by its priority and then by the order of the
  /// messages.
  struct Grant {
    std::uint32_t priority = 0;
    std::uint32_t request = none;  ///< index into left_
  };
  struct Phase {
    std::uint32_t number, rounds;
    std::vector<Message>& message;
    std::vector<std::uint16_t> const &sender, &target;
    LevelMeasures& level;
  };
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  bool dense() const { return options_.mode == Mode::dense; }

  void arrive(Phase const& phase, std::uint32_t index, std::uint32_t hops) {
    std::uint32_t const rounds = phase.rounds;
    phase.level.sum_rounds += rounds;
    // Directly: one round. By a relay after the direct round: that round, a request and its refusal in each
    // phase before, then a request, its grant, and the message to the relay and to the target (dense), or a
    // copy to the relay and on to the target.
    std::uint64_t const spent = !options_.direct ? rounds + (dense() ? 2 : 0)
                                : hops == 1      ? 1
                                                 : 1 + 2 * (phase.number - 2) + (dense() ? 4 : 2);
    if constexpr (Message::tracked) phase.message[index].arrive(rounds, hops, 0, spent * round_ps_);
  }

  void send_directly(Phase const& phase) {
    used_link_.assign(std::size_t{m_} * m_, 0);
    left_.clear();
    for (std::uint32_t i = 0; i < phase.message.size(); ++i) {
      char& used = used_link_[std::size_t{phase.sender[i]} * m_ + phase.target[i]];
      if (used) {
        left_.push_back(i);
      } else {
        used = 1;
        ++phase.level.hops;
        arrive(phase, i, 1);
      }
    }
  }

  /// Each request consumes one random word: the high half deals the relay, the low half is the priority.
  /// Returns the number of requests on the link with the most.
  std::uint32_t ask_relays(Phase const& phase, std::uint32_t k, Rng rng) {
    std::vector<std::uint32_t> on_link(std::size_t{m_} * m_);
    for (auto& grants : granted_) grants.assign(m_, Grant{});
    std::fill(assigned_.begin(), assigned_.end(), 0U);
    for (std::uint32_t r = 0; r < left_.size(); ++r) {
      std::uint16_t const sender = phase.sender[left_[r]], target = phase.target[left_[r]];
      for (std::uint32_t copy = 0; copy < k; ++copy) {
        std::uint64_t const word = rng();
        auto const relay = next_relay(sender, static_cast<std::uint32_t>(word >> 32));
        ++on_link[std::size_t{sender} * m_ + relay];
        Grant& grant = granted_[relay][target];
        bool const random = options_.accept == Accept::random;
        std::uint32_t const priority = random ? static_cast<std::uint32_t>(word) : ~std::uint32_t{sender};
        if (grant.request == none || priority > grant.priority) grant = {priority, r};
      }
    }
    return *std::max_element(on_link.begin(), on_link.end());
  }

  /// The sender's next relay: it walks through a random permutation, and through a new one after each m
  /// copies.
  std::uint16_t next_relay(std::uint16_t sender, std::uint32_t random) {
    auto& permutation = permutation_[sender];
    std::uint32_t const dealt = assigned_[sender]++, at = dealt % m_;
    if (dealt == 0) {
      permutation.resize(m_);
      std::iota(permutation.begin(), permutation.end(), std::uint16_t{0});
    }
    std::swap(permutation[at], permutation[at + scale32(random, m_ - at)]);
    return permutation[at];
  }

  std::uint64_t take_grants(Phase const& phase, std::uint32_t k) {
    delivered_.assign(left_.size(), 0);
    std::uint64_t grants = 0, arrived = 0;
    for (auto const& of_relay : granted_) {
      for (Grant const& grant : of_relay) {
        if (grant.request == none) continue;
        ++grants;
        if (delivered_[grant.request]) continue;
        delivered_[grant.request] = 1;
        ++arrived;
        arrive(phase, left_[grant.request], 2);
      }
    }
    phase.level.hops += dense() ? 2 * arrived : left_.size() * k + grants;
    std::size_t kept = 0;
    for (std::size_t r = 0; r < left_.size(); ++r)
      if (!delivered_[r]) left_[kept++] = left_[r];
    left_.resize(kept);
    return grants;
  }

  std::uint32_t m_;
  std::uint64_t round_ps_;
  ClexOptions options_;
  CopyRule copies_;
  std::vector<std::vector<std::uint16_t>> permutation_;  ///< per sender
  std::vector<std::uint32_t> assigned_;                  ///< per sender: copies handed out in this phase
  std::vector<std::vector<Grant>> granted_;              ///< per relay, per target
  std::vector<std::uint32_t> left_;                      ///< messages not yet delivered, in order
  std::vector<char> used_link_, delivered_;
};

}  // namespace weft::rounds
