// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "support/clex_reference_clique.hpp"
#include "weft/engine/rounds/clex/clex_draws.hpp"
#include "weft/engine/rounds/clex/clex_options.hpp"
#include "weft/engine/rounds/clex/message_store.hpp"
#include "weft/engine/rounds/delay_statistics.hpp"
#include "weft/traffic/traffic.hpp"

namespace weft::rounds {

/// A(l) one message at a time and breadth first: 2^(l-1) times the whole machine exchanges, then every clique
/// runs A(1).
///
/// The twin of ClexRecursion, against which that is tested and timed: same draws (clex_draws.hpp, and the
/// order in which their words are consumed), same measures and delivered messages bit for bit, but no other
/// code in common. Needs about 15 bytes per plain message. Message.destination is the node's number (not
/// packed digits); distances are not tracked.
template <class Message>
class ClexReference {
 public:
  /// Messages of one clique in canonical order: by (middle digits, sub-copy) of the node an exchange brought
  /// them from, then by position in its queue; message i is at node place[i] of the clique.
  struct Inbox {
    std::vector<Message> message;
    std::vector<std::uint16_t> place;
  };

  /// Keeps a reference to the traffic. `times`: of tracked messages.
  ClexReference(ClexMachine const& machine, ClexOptions const& options, std::uint64_t seed,
                Traffic const& traffic, RoundTimes times = {});

  ClexMeasures run() {
    return run_with(ReferenceClique<Message>{machine_.m, options_, machine_.nodes(), round_ps(1)});
  }
  /// With something else in place of the cliques.
  template <class FirstLevel>
  ClexMeasures run_with(FirstLevel clique_run);
  /// After run(): what each clique received, every message at its target.
  std::vector<Inbox> const& delivered() const { return inbox_; }

 private:
  /// Messages of one clique by node: those of node t are first[t] .. first[t + 1] - 1, in the order of the
  /// inbox.
  struct Queues {
    std::vector<Message> message;
    std::vector<std::uint32_t> first;
  };

  void inject();
  void reopen();
  void exchange(Call const& call);
  void exchange_group(Call const& call, std::uint64_t copy, std::uint64_t middle, Rng rng);
  void deal_edges(std::uint32_t size, Rng& rng);
  void tally_instances(std::uint64_t call);
  void aim(Call const& call, std::uint64_t clique);
  void enqueue(std::uint64_t clique);
  void check_arrival() const;
  std::uint64_t round_ps(std::uint32_t level) const {
    return times_.classes() == 0 ? 0 : times_.round_ps(level - 1);
  }

  ClexMachine machine_;
  ClexOptions options_;
  std::uint64_t seed_;
  Traffic const& traffic_;
  RoundTimes times_;
  std::vector<std::uint16_t> pool_;
  ClexMeasures measures_;
  std::vector<Inbox> inbox_;    ///< per clique, before A(1)
  std::vector<Queues> queues_;  ///< per clique, after A(1)
  std::vector<std::uint16_t> edge_, target_;
  std::vector<char> chosen_;
};

template <class Message>
ClexReference<Message>::ClexReference(ClexMachine const& machine, ClexOptions const& options,
                                      std::uint64_t seed, Traffic const& traffic, RoundTimes times)
    : machine_(machine),
      options_(options),
      seed_(seed),
      traffic_(traffic),
      times_(std::move(times)),
      pool_(options.subset == Subset::pooled ? draw_pool(seed, machine.m) : std::vector<std::uint16_t>{}) {}

template <class Message>
template <class FirstLevel>
ClexMeasures ClexReference<Message>::run_with(FirstLevel clique_run) {
  measures_ = ClexMeasures(machine_.levels);
  inbox_.assign(machine_.cliques(), {});
  queues_.assign(machine_.cliques(), {});
  auto const calls = calls_in_order(machine_.levels, options_.redistribute);
  for (Call const& call : calls) {
    if (&call == &calls.front())
      inject();
    else if (call.exchange == 0)
      reopen();
    else
      exchange(call);
    tally_instances(call.number);
    for (std::uint64_t clique = 0; clique < machine_.cliques(); ++clique) {
      auto& in = inbox_[clique];
      aim(call, clique);
      InstanceStreams const streams{seed_, machine_.cliques(), call.number, clique};
      auto const rounds = clique_run.deliver(in.message, in.place, target_, streams, measures_);
      measures_.step(2 * call.number + 1, rounds);
      in.place.assign(target_.begin(), target_.end());
      if (&call != &calls.back()) enqueue(clique);
    }
  }
  check_arrival();
  return measures_;
}

template <class Message>
void ClexReference<Message>::inject() {
  std::vector<std::uint32_t> destinations;
  for (std::uint32_t node = 0; node < machine_.nodes(); ++node) {
    destinations.resize(traffic_.messages({node}));
    traffic_.destinations({node}, 1, destinations);
    auto& in = inbox_[node / machine_.m];
    for (std::uint32_t const destination : destinations) {
      Message message{};
      message.destination = destination;
      in.message.push_back(message);
      in.place.push_back(static_cast<std::uint16_t>(node % machine_.m));
    }
    measures_.messages += destinations.size();
  }
}

/// Counts the messages of the instances of A(level) that begin with this call.
template <class Message>
void ClexReference<Message>::tally_instances(std::uint64_t call) {
  for (std::uint32_t level = 2; level <= machine_.levels; ++level) {
    if (call % (std::uint64_t{1} << (level - 1)) != 0) continue;
    std::uint64_t const cliques = machine_.cliques_of_copy(level);
    std::uint64_t& maximum = measures_.levels[level - 1].max_messages;
    for (std::uint64_t first = 0; first < machine_.cliques(); first += cliques) {
      std::uint64_t messages = 0;
      for (std::uint64_t c = first; c < first + cliques; ++c) messages += inbox_[c].message.size();
      maximum = std::max(maximum, messages);
    }
  }
}

/// Where the messages of a clique go in this call: to a digit of their destinations, or to random nodes.
template <class Message>
void ClexReference<Message>::aim(Call const& call, std::uint64_t clique) {
  auto const& messages = inbox_[clique].message;
  target_.resize(messages.size());
  if (call.target != 0) {
    auto const below = static_cast<std::uint32_t>(machine_.power(call.target - 1));
    for (std::size_t i = 0; i < messages.size(); ++i)
      target_[i] = static_cast<std::uint16_t>(messages[i].destination / below % machine_.m);
    return;
  }
  Rng rng = InstanceStreams{seed_, machine_.cliques(), call.number, clique}.intermediate();
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < messages.size(); ++i) {  // a word serves two messages, low half first
    word = i % 2 == 0 ? rng() : word >> 32;
    target_[i] = static_cast<std::uint16_t>(scale32(static_cast<std::uint32_t>(word), machine_.m));
  }
}

/// Sorts the inbox of a clique into the queues of its nodes, and empties it.
template <class Message>
void ClexReference<Message>::enqueue(std::uint64_t clique) {
  auto& in = inbox_[clique];
  auto& out = queues_[clique];
  out.first.assign(machine_.m + 1, 0);
  for (std::uint16_t const place : in.place) ++out.first[place + 1U];
  for (std::uint32_t t = 0; t < machine_.m; ++t) out.first[t + 1] += out.first[t];
  out.message.resize(in.message.size());
  std::vector<std::uint32_t> next(out.first.begin(), out.first.end() - 1);
  for (std::size_t i = 0; i < in.message.size(); ++i) out.message[next[in.place[i]]++] = in.message[i];
  in.message.clear();
  in.place.clear();
}

/// Every node continues with the messages it holds, without an exchange.
template <class Message>
void ClexReference<Message>::reopen() {
  for (std::uint64_t clique = 0; clique < machine_.cliques(); ++clique) {
    auto const& from = queues_[clique];
    inbox_[clique].message = from.message;
    for (std::uint32_t t = 0; t < machine_.m; ++t)
      inbox_[clique].place.insert(inbox_[clique].place.end(), from.first[t + 1] - from.first[t],
                                  static_cast<std::uint16_t>(t));
  }
}

/// Step 2 of A(level) everywhere: the nodes (i, middle, j), i = 0..m-1, send what they hold to copy j.
template <class Message>
void ClexReference<Message>::exchange(Call const& call) {
  std::uint64_t const middles = machine_.cliques_of_copy(call.exchange - 1),
                      copies = machine_.cliques() / middles;
  for (std::uint64_t copy = 0; copy < copies; ++copy)
    for (std::uint64_t middle = 0; middle < middles; ++middle) {
      InstanceStreams const streams{seed_, machine_.cliques(), call.number, copy * middles + middle};
      exchange_group(call, copy, middle, streams.exchange());
    }
}

template <class Message>
void ClexReference<Message>::exchange_group(Call const& call, std::uint64_t copy, std::uint64_t middle,
                                            Rng rng) {
  std::uint32_t const m = machine_.m;
  std::uint64_t const middles = machine_.cliques_of_copy(call.exchange - 1), j = copy % m;
  auto& measures = measures_.levels[call.exchange - 1];
  for (std::uint32_t i = 0; i < m; ++i) {
    auto const& from = queues_[(copy - j + i) * middles + middle];
    std::uint32_t const first = from.first[j], size = from.first[j + 1] - first;
    if (size == 0) continue;
    if (machine_.single_link)
      edge_.assign(size, static_cast<std::uint16_t>(i));
    else
      deal_edges(size, rng);
    for (std::uint32_t q = 0; q < size; ++q) {
      std::uint32_t const w = edge_[q], round = q / m + 1;
      std::uint64_t const landing =
          copy * middles * m + (machine_.low_landing ? middle * m + w : w * middles + middle);
      auto& in = inbox_[landing / m];
      in.message.push_back(from.message[first + q]);
      in.place.push_back(static_cast<std::uint16_t>(landing % m));
      if constexpr (Message::tracked) in.message.back().arrive(round, 1, 0, round * round_ps(call.exchange));
      measures.sum_rounds += round;
    }
    measures.hops += size;
    std::uint64_t const rounds = (size - 1) / m + 1;
    measures.max_rounds = std::max(measures.max_rounds, rounds);
    measures_.step(2 * call.number, rounds);
  }
}

/// The edges of `size` messages of one node: each edge floor(size/m) times, a random subset of them once
/// more. The subset, or what it leaves out if that is smaller, is drawn until enough different edges have
/// come up.
template <class Message>
void ClexReference<Message>::deal_edges(std::uint32_t size, Rng& rng) {
  std::uint32_t const m = machine_.m, extra = size % m;
  auto const draw = [&] { return below32(rng(), m); };
  edge_.clear();
  if (options_.subset == Subset::pooled) {
    std::uint32_t const permutation = draw();
    for (std::uint32_t q = 0; q < size; ++q) edge_.push_back(pool_[permutation * m + q % m]);
    return;
  }
  for (std::uint32_t q = 0; q < size - extra; ++q) edge_.push_back(static_cast<std::uint16_t>(q % m));
  bool const draw_chosen = extra <= m - extra;
  chosen_.assign(m, !draw_chosen);
  for (std::uint32_t drawn = 0; drawn < (draw_chosen ? extra : m - extra);) {
    char& chosen = chosen_[draw()];
    if (chosen == static_cast<char>(draw_chosen)) continue;
    chosen = static_cast<char>(draw_chosen);
    ++drawn;
  }
  for (std::uint32_t w = 0; w < m; ++w)
    if (chosen_[w]) edge_.push_back(static_cast<std::uint16_t>(w));
}

template <class Message>
void ClexReference<Message>::check_arrival() const {
  for (std::uint64_t clique = 0; clique < inbox_.size(); ++clique)
    for (std::size_t i = 0; i < inbox_[clique].message.size(); ++i)
      if (inbox_[clique].message[i].destination != clique * machine_.m + inbox_[clique].place[i])
        throw std::logic_error("the reference of A(l) brought a message to the wrong node");
}

}  // namespace weft::rounds
