#include "weft/engine/rounds/clex/faults/faulty_clique.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace weft::rounds {

FaultyClique::FaultyClique(SurvivingClex const& network, ClexOptions const& options)
    : network_(network),
      options_(options),
      m_(network.machine().m),
      copies_(options, m_, network.machine().nodes()),
      relays_(m_),
      permutation_(m_),
      dealt_(m_) {}

std::uint64_t FaultyClique::deliver(std::vector<Message>& messages, std::uint32_t first,
                                    InstanceStreams const& streams, Medium& medium, FaultTally& tally) {
  ClexMeasures& measures = tally.measures;
  ++measures.instances;
  measures.levels[0].max_messages = std::max<std::uint64_t>(measures.levels[0].max_messages, messages.size());
  if (messages.empty()) return 0;
  for (auto& relays : relays_) relays.clear();
  Instance instance{messages, first, medium, tally};
  send_directly(instance);
  measures.phase(1, left_.size());
  for (double state = 1; !left_.empty();) {
    ++instance.phase;
    std::uint32_t const k = copies_(left_.size(), state);
    ask_relays(instance, k, streams.relay(instance.phase));
    answer(instance, k);
    measures.phase(instance.phase, left_.size());
  }
  for (Message const& message : messages) tally.time[0] += message.arrived - message.start;
  std::uint64_t const p = instance.phase, rounds = p == 1 ? 1 : dense() ? 2 * p + 1 : 2 * p - 1;
  measures.levels[0].max_rounds = std::max(measures.levels[0].max_rounds, rounds);
  return rounds;
}

/// Phase 1: each link carries the message that was there first.
void FaultyClique::send_directly(Instance& instance) {
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

void FaultyClique::ask_relays(Instance& instance, std::uint32_t k, Rng rng) {
  grants_.assign(std::size_t{m_} * m_, Grant{});
  std::fill(dealt_.begin(), dealt_.end(), 0U);
  requests_.clear();
  for (std::uint32_t r = 0; r < left_.size(); ++r) {
    Message const& message = instance.messages[left_[r]];
    for (std::uint32_t copy = 0; copy < k; ++copy) {
      std::uint64_t const word = rng();
      std::uint16_t const relay =
          next_relay(instance.first, message.sender, static_cast<std::uint32_t>(word >> 32));
      bool const lost = instance.medium.lost();
      requests_.push_back({r, relay, lost, lost ? 0 : message.ready + instance.medium.delay()});
      if (!dense()) ++instance.tally.measures.levels[0].hops;
      if (!lost && network_.clique_link_works(instance.first + relay, message.target))
        offer(instance, static_cast<std::uint32_t>(requests_.size() - 1), static_cast<std::uint32_t>(word));
    }
  }
}

void FaultyClique::offer(Instance const& instance, std::uint32_t request, std::uint32_t random) {
  Request const& asked = requests_[request];
  Message const& message = instance.messages[left_[asked.left]];
  std::uint32_t const priority = options_.accept == Accept::random ? random : ~std::uint32_t{message.sender};
  Grant& grant = grant_of(asked.relay, message.target);
  if (grant.request == none || asked.arrival < grant.arrival ||
      (asked.arrival == grant.arrival && priority > grant.priority))
    grant = {asked.arrival, priority, request};
}

/// The sender's next relay: it walks through a random permutation of those it reaches, then through a new one.
std::uint16_t FaultyClique::next_relay(std::uint32_t first, std::uint16_t sender, std::uint32_t random) {
  auto& relays = relays_[sender];
  if (relays.empty())
    for (std::uint32_t w = 0; w < m_; ++w)
      if (network_.clique_link_works(first + sender, w)) relays.push_back(static_cast<std::uint16_t>(w));
  auto& permutation = permutation_[sender];
  if (dealt_[sender] == 0) permutation = relays;
  auto const size = static_cast<std::uint32_t>(relays.size()), at = dealt_[sender]++ % size;
  std::swap(permutation[at], permutation[at + scale32(random, size - at)]);
  return permutation[at];
}

bool FaultyClique::granted(Instance const& instance, std::uint32_t request) {
  Request const& asked = requests_[request];
  return grant_of(asked.relay, instance.messages[left_[asked.left]].target).request == request;
}

void FaultyClique::answer(Instance& instance, std::uint32_t k) {
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

/// The sender moves the message through the first relay whose grant reaches it.
void FaultyClique::answer_dense(Instance& instance, Message& message, std::uint32_t begin,
                                std::uint32_t end) {
  Medium& medium = instance.medium;
  Ticks const timeout = message.ready + 2 * medium.longest_delay();
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

/// Every relay that kept a copy sends it on.
void FaultyClique::answer_light(Instance& instance, Message& message, std::uint32_t begin,
                                std::uint32_t end) {
  Medium& medium = instance.medium;
  Ticks const timeout = message.ready + 2 * medium.longest_delay();
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

/// From the relay to the target, and the acknowledgment back by the same two channels.
void FaultyClique::forward(Instance& instance, Message& message, Request const& asked) {
  ++instance.tally.measures.levels[0].hops;
  if (instance.medium.lost()) return;
  if (receive(instance, message, asked.arrival + instance.medium.delay(), 2)) message.relay = asked.relay;
  bool const lost = instance.medium.lost() || instance.medium.lost();
  message.acknowledged |= !lost;
}

/// Whether it is the first to arrive so far.
bool FaultyClique::receive(Instance& instance, Message& message, Ticks time, std::uint8_t hops) {
  if (message.hops != 0) ++instance.tally.duplicates;
  if (message.hops != 0 && message.arrived <= time) return false;
  message.arrived = time;
  message.hops = hops;
  return true;
}

}  // namespace weft::rounds
