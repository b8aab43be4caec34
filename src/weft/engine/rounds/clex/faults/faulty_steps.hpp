// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "weft/engine/rounds/clex/clex_draws.hpp"
#include "weft/engine/rounds/clex/faults/clex_faults.hpp"
#include "weft/engine/rounds/clex/faults/surviving_clex.hpp"

namespace weft::rounds {

/// Step 2 of A(l) at one node, with lost or delayed transmissions and failed edges.
///
/// If there are no faults, it assigns edges as EdgeAssignment does, with equal draws; otherwise it assigns
/// messages to working edges only. An asynchronous node assigns the messages, in order of their start, along
/// random permutations of the edges, with a new permutation when all edges are used. Each edge sends one
/// message per round and repeats it until it is acknowledged.
class FaultyEdges {
 public:
  struct Message {
    Ticks start = 0;
    Ticks arrived = 0;       ///< result
    std::uint16_t edge = 0;  ///< result
  };

  /// `pool`: the result of draw_pool(), used only if subset=pooled; must outlive the object.
  FaultyEdges(std::uint32_t m, Subset subset, bool asynchronous, std::vector<std::uint16_t> const& pool)
      : m_(m),
        pooled_(subset == Subset::pooled),
        asynchronous_(asynchronous),
        pool_(pool),
        free_(m),
        attempts_(m) {}

  /// Sends the messages of a node over `edges`. Returns the number of transmissions on the busiest edge.
  std::uint64_t send(std::vector<Message>& messages, std::vector<std::uint16_t> const& edges, Rng& rng,
                     Medium& medium, std::uint32_t level, FaultTally& tally) {
    if (asynchronous_)
      assign_in_turn(messages, edges, rng);
    else if (pooled_)
      assign_pooled(messages, edges, rng);
    else
      assign_evenly(messages, edges, rng);
    return transmit(messages, medium, level, tally);
  }
  /// Sends the messages over a single link, which carries m messages per round. Returns the rounds of the
  /// link.
  std::uint64_t send_over_link(std::vector<Message>& messages, Medium& medium, std::uint32_t level,
                               FaultTally& tally) {
    for (std::size_t q = 0; q < messages.size(); ++q) messages[q].edge = static_cast<std::uint16_t>(q % m_);
    return transmit(messages, medium, level, tally);
  }

 private:
  /// Assigns floor(messages / edges) messages to each edge, and one more to each edge of a random subset. The
  /// subset, or its complement if it is smaller, is drawn until it has enough different edges.
  void assign_evenly(std::vector<Message>& messages, std::vector<std::uint16_t> const& edges, Rng& rng) {
    auto const size = static_cast<std::uint32_t>(edges.size());
    auto const extra = static_cast<std::uint32_t>(messages.size() % size);
    std::size_t const full = messages.size() - extra;
    for (std::size_t q = 0; q < full; ++q) messages[q].edge = edges[q % size];
    bool const draw_chosen = extra <= size - extra;
    chosen_.assign(size, !draw_chosen);
    for (std::uint32_t missing = draw_chosen ? extra : size - extra; missing > 0;) {
      char& chosen = chosen_[below32(rng(), size)];
      missing -= chosen != static_cast<char>(draw_chosen);
      chosen = static_cast<char>(draw_chosen);
    }
    std::size_t q = full;
    for (std::uint32_t e = 0; e < size && extra > 0; ++e)
      if (chosen_[e]) messages[q++].edge = edges[e];
  }

  /// Assigns edges cyclically along a random permutation of the pool, omitting failed edges.
  void assign_pooled(std::vector<Message>& messages, std::vector<std::uint16_t> const& edges, Rng& rng) {
    auto const* const row = pool_.data() + std::size_t{below32(rng(), m_)} * m_;
    permutation_.clear();
    std::copy_if(row, row + m_, std::back_inserter(permutation_),
                 [&](std::uint16_t w) { return std::binary_search(edges.begin(), edges.end(), w); });
    for (std::size_t q = 0; q < messages.size(); ++q)
      messages[q].edge = permutation_[q % permutation_.size()];
  }

  void assign_in_turn(std::vector<Message>& messages, std::vector<std::uint16_t> const& edges, Rng& rng) {
    permutation_ = edges;
    std::size_t const size = edges.size();
    for (std::size_t q = 0; q < messages.size(); ++q) {
      std::size_t const at = q % size;
      std::swap(permutation_[at], permutation_[at + rng.below(size - at)]);
      messages[q].edge = permutation_[at];
    }
  }

  std::uint64_t transmit(std::vector<Message>& messages, Medium& medium, std::uint32_t level,
                         FaultTally& tally) {
    std::fill(free_.begin(), free_.end(), Ticks{0});
    std::fill(attempts_.begin(), attempts_.end(), std::uint64_t{0});
    for (Message& message : messages) {
      Passage const passage = stop_and_wait(medium, std::max(message.start, free_[message.edge]));
      message.arrived = passage.arrived;
      free_[message.edge] = passage.free;
      attempts_[message.edge] += passage.attempts;
      tally.duplicates += passage.duplicates;
      tally.measures.levels[level - 1].hops += passage.attempts;
      tally.time[level - 1] += message.arrived - message.start;
    }
    std::uint64_t const rounds = *std::max_element(attempts_.begin(), attempts_.end());
    tally.measures.levels[level - 1].max_rounds =
        std::max(tally.measures.levels[level - 1].max_rounds, rounds);
    return rounds;
  }

  std::uint32_t m_;
  bool pooled_, asynchronous_;
  std::vector<std::uint16_t> const& pool_;
  std::vector<Ticks> free_;              ///< by edge: time at which it can accept the next message
  std::vector<std::uint64_t> attempts_;  ///< by edge
  std::vector<std::uint16_t> permutation_;
  std::vector<char> chosen_;
};

/// Execution of A(1) with lost or delayed transmissions and failed channels.
///
/// If there are no faults, it is equivalent to Clique, with equal draws. Otherwise:
/// - A sender stores a message until it is acknowledged and repeats it in each phase; the receiver drops
///   duplicates. Acknowledgments return along the path of the message: one transmission in phase 1, two in a
///   relaying phase.
/// - A sender uses only relays that it reaches; a relay that does not reach the target rejects the request.
///   Each message must have a path of one or two hops (SurvivingClex::clique_connects).
/// - Each message has a separate clock and phase number. Phase 1 lasts one transmission, a relaying phase
///   two: the request or copy to the relay, and its rejection or the hop to the target (dense: the reply to a
///   request and the transfer of the message to the relay cost no time, as in the synchronous accounting). Of
///   the requests of a phase for the same target, a relay grants the first to arrive; the rule `accept`
///   breaks ties. A sender that receives no reply waits for the maximum time. Overlapping phases of different
///   messages do not compete for channels.
class FaultyClique {
 public:
  struct Message {
    std::uint32_t id = 0;  ///< id assigned by the caller
    std::uint16_t sender = 0, target = 0;
    Ticks start = 0;
    Ticks arrived = 0;      ///< result: time of arrival at the target
    std::uint8_t hops = 0;  ///< result: hops of the path of the first arrival
    bool acknowledged = false;
    std::uint16_t relay = 0;  ///< result: relay of the path of the first arrival, if it has two hops
    Ticks ready = 0;          ///< start of its current phase
  };

  /// `network` must outlive the object.
  FaultyClique(SurvivingClex const& network, ClexOptions const& options)
      : network_(network),
        options_(options),
        m_(network.machine().m),
        copies_(options, m_, network.machine().nodes()),
        relays_(m_),
        permutation_(m_),
        assigned_(m_) {}

  /// Delivers the messages of the clique with first node `first`. Returns the rounds of the instance until
  /// the last acknowledgment.
  std::uint64_t deliver(std::vector<Message>& messages, std::uint32_t first, InstanceStreams const& streams,
                        Medium& medium, FaultTally& tally) {
    ClexMeasures& measures = tally.measures;
    ++measures.instances;
    measures.levels[0].max_messages =
        std::max<std::uint64_t>(measures.levels[0].max_messages, messages.size());
    if (messages.empty()) return 0;
    for (auto& relays : relays_) relays.clear();
    Instance instance{messages, first, medium, tally};
    std::uint64_t rounds = 0;
    if (options_.direct) {
      send_directly(instance);
      measures.phase(++instance.phase, left_.size());
      rounds = 1;
    } else {
      keep_all(instance);
    }
    bool const relays = !left_.empty();
    auto memory = copies_.begin(messages.size(), streams);
    while (!left_.empty()) {
      ++instance.phase;
      std::uint32_t const k = copies_(instance.phase, left_.size(), memory, streams);
      std::uint64_t const of_copies = options_.direct ? 1 : rounds_of_copies(instance, k);
      instance.queued = (of_copies - 1) * ticks_per_round;
      rounds += of_copies + 1;
      ask_relays(instance, k, streams.relay(instance.phase));
      answer(instance, k);
      auto const grants =
          std::ranges::count_if(grants_, [](Grant const& grant) { return grant.request != none; });
      measures.phase(instance.phase, left_.size(), requests_.size(), static_cast<std::uint64_t>(grants));
    }
    for (Message const& message : messages) tally.time[0] += message.arrived - message.start;
    if (relays && dense()) rounds += 2;
    measures.levels[0].max_rounds = std::max(measures.levels[0].max_rounds, rounds);
    return rounds;
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  struct Request {
    std::uint32_t left;  ///< index into left_
    std::uint16_t relay;
    bool lost;
    Ticks arrival;  ///< at the relay
  };
  struct Grant {
    Ticks arrival = 0;
    std::uint32_t priority = 0;
    std::uint32_t request = none;
  };
  /// State of the current instance.
  struct Instance {
    std::vector<Message>& messages;
    std::uint32_t first = 0;
    Medium& medium;
    FaultTally& tally;
    std::uint32_t phase = 0;
    Ticks queued = 0;  ///< time that the copies of a phase wait for their links
  };

  bool dense() const { return options_.mode == Mode::dense; }
  Grant& grant_of(std::uint32_t relay, std::uint32_t target) { return grants_[relay * m_ + target]; }

  /// Runs phase 1: each link carries the first message that arrives at it.
  void send_directly(Instance& instance) {
    auto& messages = instance.messages;
    Medium& medium = instance.medium;
    link_used_.assign(std::size_t{m_} * m_, 0);
    order_.resize(messages.size());
    std::iota(order_.begin(), order_.end(), 0U);
    auto const earlier = [&](std::uint32_t a, std::uint32_t b) {
      return messages[a].start < messages[b].start;
    };
    if (!std::is_sorted(order_.begin(), order_.end(), earlier))
      std::stable_sort(order_.begin(), order_.end(), earlier);
    for (std::uint32_t const i : order_) {
      Message& message = messages[i];
      char& used = link_used_[std::size_t{message.sender} * m_ + message.target];
      message.ready = message.start + ticks_per_round;
      if (used || !network_.clique_link_works(instance.first + message.sender, message.target)) continue;
      used = 1;
      message.ready = message.start + medium.longest_delay();
      ++instance.tally.measures.levels[0].hops;
      if (medium.lost()) continue;
      receive(instance, message, message.start + medium.delay(), 1);
      message.acknowledged = !medium.lost();
    }
    left_.clear();
    for (std::uint32_t i = 0; i < messages.size(); ++i)
      if (!messages[i].acknowledged) left_.push_back(i);
  }

  void keep_all(Instance& instance) {
    left_.resize(instance.messages.size());
    std::iota(left_.begin(), left_.end(), 0U);
    for (Message& message : instance.messages) message.ready = message.start;
  }

  /// Returns the maximum number of copies that a link carries in a phase with k copies per message.
  std::uint64_t rounds_of_copies(Instance const& instance, std::uint32_t k) {
    std::vector<std::uint64_t> sent(m_);
    std::uint64_t maximum = 0;
    for (std::uint32_t const i : left_) {
      auto const sender = instance.messages[i].sender;
      std::uint64_t const links = relays_of(instance.first, sender).size();
      maximum = std::max(maximum, ((sent[sender] += k) + links - 1) / links);
    }
    return maximum;
  }

  void ask_relays(Instance& instance, std::uint32_t k, Rng rng) {
    grants_.assign(std::size_t{m_} * m_, Grant{});
    std::fill(assigned_.begin(), assigned_.end(), 0U);
    requests_.clear();
    for (std::uint32_t r = 0; r < left_.size(); ++r) {
      Message const& message = instance.messages[left_[r]];
      for (std::uint32_t copy = 0; copy < k; ++copy) {
        std::uint64_t const word = rng();
        std::uint16_t const relay =
            next_relay(instance.first, message.sender, static_cast<std::uint32_t>(word >> 32));
        bool const lost = instance.medium.lost();
        requests_.push_back(
            {r, relay, lost, lost ? 0 : message.ready + instance.queued + instance.medium.delay()});
        if (!dense()) ++instance.tally.measures.levels[0].hops;
        if (!lost && network_.clique_link_works(instance.first + relay, message.target))
          offer(instance, static_cast<std::uint32_t>(requests_.size() - 1), static_cast<std::uint32_t>(word));
      }
    }
  }

  void offer(Instance const& instance, std::uint32_t request, std::uint32_t random) {
    Request const& asked = requests_[request];
    Message const& message = instance.messages[left_[asked.left]];
    std::uint32_t const priority =
        options_.accept == Accept::random ? random : ~std::uint32_t{message.sender};
    Grant& grant = grant_of(asked.relay, message.target);
    if (grant.request == none || asked.arrival < grant.arrival ||
        (asked.arrival == grant.arrival && priority > grant.priority))
      grant = {asked.arrival, priority, request};
  }

  void answer(Instance& instance, std::uint32_t k) {
    std::size_t kept = 0;
    for (std::uint32_t r = 0; r < left_.size(); ++r) {
      Message& message = instance.messages[left_[r]];
      if (dense())
        answer_dense(instance, message, r * k, (r + 1) * k);
      else
        answer_light(instance, message, r * k, (r + 1) * k);
      if (!message.acknowledged) left_[kept++] = left_[r];
    }
    left_.resize(kept);
  }

  /// Forwards the message over the relay from which the first grant reaches the sender.
  void answer_dense(Instance& instance, Message& message, std::uint32_t begin, std::uint32_t end) {
    Medium& medium = instance.medium;
    Ticks const timeout = message.ready + instance.queued + 2 * medium.longest_delay();
    Ticks first_grant = ~Ticks{0}, last_reply = 0;
    std::uint32_t chosen = none;
    for (std::uint32_t x = begin; x < end; ++x) {
      bool const answered = !requests_[x].lost && !medium.lost();
      Ticks const reply = answered ? requests_[x].arrival + medium.delay() : timeout;
      last_reply = std::max(last_reply, reply);
      if (answered && reply < first_grant && granted(instance, x)) {
        first_grant = reply;
        chosen = x;
      }
    }
    message.ready = last_reply;
    if (chosen == none) return;
    message.ready = timeout;
    ++instance.tally.measures.levels[0].hops;
    if (!medium.lost()) forward(instance, message, requests_[chosen]);
  }

  /// Forwards the message from every relay that granted its copy.
  void answer_light(Instance& instance, Message& message, std::uint32_t begin, std::uint32_t end) {
    Medium& medium = instance.medium;
    Ticks const timeout = message.ready + instance.queued + 2 * medium.longest_delay();
    Ticks last_reply = 0;
    for (std::uint32_t x = begin; x < end; ++x) {
      Ticks reply = timeout;
      if (!requests_[x].lost) {
        if (granted(instance, x))
          forward(instance, message, requests_[x]);
        else if (!medium.lost())
          reply = requests_[x].arrival + medium.delay();
      }
      last_reply = std::max(last_reply, reply);
    }
    message.ready = last_reply;
  }

  /// Sends a message from its relay to the target, and the acknowledgment back over both channels.
  void forward(Instance& instance, Message& message, Request const& asked) {
    ++instance.tally.measures.levels[0].hops;
    if (instance.medium.lost()) return;
    if (receive(instance, message, asked.arrival + instance.medium.delay(), 2)) message.relay = asked.relay;
    bool const lost = instance.medium.lost() || instance.medium.lost();
    message.acknowledged |= !lost;
  }

  /// Records an arrival. Returns whether it is the earliest so far.
  bool receive(Instance& instance, Message& message, Ticks time, std::uint8_t hops) {
    if (message.hops != 0) ++instance.tally.duplicates;
    if (message.hops != 0 && message.arrived <= time) return false;
    message.arrived = time;
    message.hops = hops;
    return true;
  }

  bool granted(Instance const& instance, std::uint32_t request) {
    Request const& asked = requests_[request];
    return grant_of(asked.relay, instance.messages[left_[asked.left]].target).request == request;
  }

  /// Returns the next relay of `sender` along a random permutation of its reachable relays; the permutation
  /// is redrawn after its last element.
  std::uint16_t next_relay(std::uint32_t first, std::uint16_t sender, std::uint32_t random) {
    auto const& relays = relays_of(first, sender);
    auto& permutation = permutation_[sender];
    if (assigned_[sender] == 0) permutation = relays;
    auto const size = static_cast<std::uint32_t>(relays.size()), at = assigned_[sender]++ % size;
    std::swap(permutation[at], permutation[at + scale32(random, size - at)]);
    return permutation[at];
  }

  /// Returns the nodes of the clique that `sender` reaches in one hop.
  std::vector<std::uint16_t> const& relays_of(std::uint32_t first, std::uint16_t sender) {
    auto& relays = relays_[sender];
    if (relays.empty())
      for (std::uint32_t w = 0; w < m_; ++w)
        if (network_.clique_link_works(first + sender, w)) relays.push_back(static_cast<std::uint16_t>(w));
    return relays;
  }

  SurvivingClex const& network_;
  ClexOptions options_;
  std::uint32_t m_;
  CopyRule copies_;
  /// By sender: reachable relays; their permutation
  std::vector<std::vector<std::uint16_t>> relays_, permutation_;
  /// By sender: number of relays used in the phase
  std::vector<std::uint32_t> assigned_;
  std::vector<char> link_used_;
  std::vector<Grant> grants_;
  std::vector<Request> requests_;
  std::vector<std::uint32_t> left_, order_;
};

}  // namespace weft::rounds
