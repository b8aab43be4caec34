// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "weft/engine/rounds/clex/assignment.hpp"
#include "weft/engine/rounds/clex/clex_draws.hpp"
#include "weft/engine/rounds/clex/clex_options.hpp"
#include "weft/engine/rounds/clex/message_store.hpp"

namespace weft::rounds {

/// Messages of a clique: message i is at node sender[i], and its target is node target[i]. The capacity never
/// shrinks.
template <class Message>
struct CliqueInput {
  std::vector<Message> message;
  std::vector<std::uint16_t> sender, target;
  std::size_t size = 0;

  void reserve(std::size_t capacity) {
    capacity += copy_padding<Message>;
    if (capacity <= message.size()) return;
    capacity += capacity / 4;
    message.resize(capacity);
    sender.resize(capacity);
    target.resize(capacity);
  }
};

/// A(1), the routing on a clique of m nodes (Lenzen & Wattenhofer, arXiv 1607.00298), executed on flat
/// arrays.
///
/// The model: in phase 1, each link carries one message directly. In each further phase, until no message
/// remains, senders send k copies of each message to random relays, and each relay grants one request per
/// target; costs are dense or light. If there is no direct phase, all messages use relays, and a phase lasts
/// until the link with the most copies has sent all of them. All requests for the same (relay, target)
/// compete for a 64-bit slot; the maximum key is granted.
template <class Message>
class Clique {
 public:
  /// A message that remains, by its index in the input.
  struct Rest {
    std::uint32_t index;
    std::uint16_t sender, target;
  };

  Clique(std::uint32_t m, ClexOptions const& options, std::uint64_t nodes)
      : m_(m),
        light_(options.mode == Mode::light),
        direct_(options.direct),
        last_phase_(options.last_phase == 0 ? ~std::uint32_t{0} : options.last_phase),
        random_accept_(options.accept == Accept::random),
        copies_(options, m, nodes),
        relay_assignment_(m),
        taken_(std::size_t{m} * m),
        slots_(std::size_t{m} * m) {}

  /// Delivers the messages `in` to their targets, adds the costs to `measures` and returns the rounds.
  /// `hop_length` is used only for tracked messages.
  std::uint64_t deliver(CliqueInput<Message>& in, InstanceStreams const& streams, ClexMeasures& measures,
                        HopLengths const& hop_length) {
    auto& level = measures.levels.front();
    ++measures.instances;
    level.max_messages = std::max<std::uint64_t>(level.max_messages, in.size);
    left_ = 0;
    if (in.size == 0) return 0;
    if (rest_.size() < in.size + 1) {
      rest_.resize(in.message.size() + 1);
      won_.resize(in.message.size() + 1);
    }
    std::uint32_t phase = 0;
    std::uint64_t rounds = 0;
    if (direct_) {
      direct(in, hop_length);
      std::uint64_t const direct_hops = in.size - left_;
      level.hops += direct_hops;
      level.sum_rounds += direct_hops;
      measures.phase(++phase, left_);
      rounds = 1;
    } else {
      keep_all(in);
    }
    bool const relays = left_ > 0 && phase < last_phase_;
    auto memory = copies_.begin(in.size, streams);
    while (left_ > 0 && phase < last_phase_) {
      ++phase;
      std::uint64_t const before = left_;
      std::uint32_t const k = copies_(phase, before, memory, streams);
      rounds += 1 + (direct_ ? 1 : rounds_of_copies(k));
      std::uint64_t const granted = relay(in, k, streams.relay(phase), rounds, hop_length);
      std::uint64_t const delivered = before - left_;
      level.hops += light_ ? before * k + granted : 2 * delivered;
      level.sum_rounds += delivered * rounds;
      measures.phase(phase, left_, before * k, granted);
    }
    if (relays) rounds += rounds_of_requests();
    level.max_rounds = std::max(level.max_rounds, rounds);
    return rounds;
  }
  /// Returns the messages that the last deliver() did not deliver, in order; empty unless it ended at
  /// options.last_phase.
  std::span<Rest const> left() const { return {rest_.data(), left_}; }

 private:
  /// Returns the additional rounds of a relayed message: in dense mode, a request and its grant precede it
  /// (section III-A).
  std::uint64_t rounds_of_requests() const { return light_ ? 0 : 2; }

  /// Returns the maximum number of copies that a channel carries in a phase with k copies per message.
  std::uint64_t rounds_of_copies(std::uint32_t k) {
    sent_.assign(m_, 0);
    std::uint64_t maximum = 0;
    for (std::uint32_t r = 0; r < left_; ++r) maximum = std::max(maximum, sent_[rest_[r].sender] += k);
    return (maximum + m_ - 1) / m_;
  }

  /// Leaves all messages to the relaying phases.
  void keep_all(CliqueInput<Message> const& in) {
    left_ = static_cast<std::uint32_t>(in.size);
    for (std::uint32_t i = 0; i < left_; ++i) rest_[i] = {i, in.sender[i], in.target[i]};
  }

  void direct(CliqueInput<Message>& in, HopLengths const& hop_length) {
    std::fill(taken_.begin(), taken_.end(), std::uint8_t{0});
    std::uint8_t* const taken = taken_.data();
    std::uint16_t const *const sender = in.sender.data(), *const target = in.target.data();
    Rest* const rest = rest_.data();
    std::uint32_t left = 0;
    for (std::uint32_t i = 0; i < in.size; ++i) {
      std::size_t const link = std::size_t{sender[i]} * m_ + target[i];
      rest[left] = {i, sender[i], target[i]};
      left += taken[link];
      if constexpr (Message::tracked)
        if (!taken[link]) in.message[i].arrive(1, 1, hop_length(sender[i], target[i]), hop_length.round_ps());
      taken[link] = 1;
    }
    left_ = left;
  }

  /// Runs a relaying phase, which ends after `rounds` rounds of the instance. Returns the number of grants.
  std::uint64_t relay(CliqueInput<Message>& in, std::uint32_t k, Rng rng, std::uint64_t rounds,
                      HopLengths const& hop_length) {
    std::size_t const requests = std::size_t{left_} * k;
    if (words_.size() < requests) {
      words_.resize(requests);
      request_slot_.resize(requests);
    }
    rng.fill({words_.data(), requests});
    relay_assignment_.start_phase();
    if (random_accept_)
      request<true>(k);
    else
      request<false>(k);
    return grant(in, k, rounds, hop_length);
  }

  template <bool RandomAccept>
  void request(std::uint32_t k) {
    std::uint64_t const* word = words_.data();
    std::uint64_t* const slots = slots_.data();
    std::uint32_t* slot_of = request_slot_.data();
    for (std::uint32_t r = 0; r < left_; ++r) {
      auto const [index, sender, target] = rest_[r];
      std::uint64_t const low = left_ - r;
      for (std::uint32_t copy = 0; copy < k; ++copy, ++word, ++slot_of) {
        std::uint32_t const slot =
            relay_assignment_.next_relay(sender, static_cast<std::uint32_t>(*word >> 32)) * m_ + target;
        std::uint64_t const priority =
            RandomAccept ? *word << 32 : std::uint64_t{~std::uint32_t{sender}} << 32;
        slots[slot] = std::max(slots[slot], priority | low);
        *slot_of = slot;
      }
    }
  }

  /// Reads and clears the slots, and keeps the messages that were not granted. Returns the number of grants.
  std::uint64_t grant(CliqueInput<Message>& in, std::uint32_t k, std::uint64_t rounds,
                      HopLengths const& hop_length) {
    std::uint8_t* const won = won_.data();
    std::fill_n(won, left_ + 1, std::uint8_t{0});
    std::uint64_t granted = 0;
    std::size_t const requests = std::size_t{left_} * k;
    for (std::size_t x = 0; x < requests; ++x) {
      std::uint32_t const slot = request_slot_[x];
      std::uint64_t const key = slots_[slot];
      slots_[slot] = 0;
      auto const low = static_cast<std::uint32_t>(key);
      granted += low != 0;
      if constexpr (Message::tracked)
        if (low != 0 && !won[low]) {
          auto const [index, sender, target] = rest_[left_ - low];
          std::uint32_t const relay = slot / m_;
          in.message[index].arrive(static_cast<std::uint32_t>(rounds), 2,
                                   hop_length(sender, relay) + hop_length(relay, target),
                                   (rounds + rounds_of_requests()) * hop_length.round_ps());
        }
      won[low] = 1;
    }
    std::uint32_t kept = 0;
    for (std::uint32_t r = 0; r < left_; ++r) {
      auto const item = rest_[r];
      std::uint8_t const lost = !won[left_ - r];
      rest_[kept] = item;
      kept += lost;
    }
    left_ = kept;
    return granted;
  }

  std::uint32_t m_;
  bool light_, direct_;
  std::uint32_t last_phase_;
  bool random_accept_;
  CopyRule copies_;
  RelayAssignment relay_assignment_;
  std::vector<std::uint8_t> taken_, won_;
  std::vector<std::uint64_t> slots_, words_;
  std::vector<std::uint32_t> request_slot_;
  std::vector<Rest> rest_;
  std::vector<std::uint64_t> sent_;  ///< by sender: number of copies
  std::uint32_t left_ = 0;
};

/// Per-thread state of the execution of copies; `clique` delivers the messages of cliques.
template <class Message, class Offset, class FirstLevel>
struct CliqueWorker {
  CliqueWorker(ClexMachine const& machine, ClexOptions const& options, std::vector<std::uint16_t> const& pool,
               FirstLevel first_level)
      : clique(std::move(first_level)),
        edges(machine.m, options.subset, pool),
        measures(machine.levels),
        stores(machine.levels + 1),
        redistributed(),
        stages(machine.levels + 1),
        count(machine.m),
        position(machine.m),
        queues(machine.m) {}
  FirstLevel clique;
  EdgeAssignment edges;
  ClexMeasures measures;
  CliqueInput<Message> input;
  std::vector<MessageStore<Message, Offset>> stores;  ///< by level
  MessageStore<Message, Offset> redistributed;
  std::vector<ExchangeStage<Message>> stages;
  std::vector<std::uint32_t> count, position, destinations;
  std::vector<std::uint64_t> words;
  std::vector<std::span<Message const>> queues;
};

}  // namespace weft::rounds
