// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/ranks/broadcasts.hpp"

#include <algorithm>

#include "weft/collective/postconditions.hpp"

namespace weft::collective {
namespace {

bool has_message_for_each(Operation operation) {
  return operation == Operation::scatter || operation == Operation::gather;
}

Postcondition promise_for(Ranks const& ranks, Task const& task, std::vector<std::uint32_t> const& order) {
  switch (task.operation) {
    case Operation::scatter: return scatter_postcondition(ranks, task.root, order, task.packets);
    case Operation::gather: return gather_postcondition(ranks, task.root, order, task.packets);
    case Operation::reduce: return reduce_postcondition(ranks, task.root, task.packets);
    default: return broadcast_postcondition(ranks, order, task.packets);
  }
}

}  // namespace

Plan Binomial::plan(Ranks const& ranks, Task const& task) const {
  auto const order = broadcast_order(ranks.size(), task);
  return make_plan(promise_for(ranks, task, order), rounds(ranks.size(), task), ranks, task,
                   params_.embedding);
}

/// The tree is over the positions in `order`, rooted at order[0]; in gather and scatter, the blocks of
/// order[i] are i * packets + q.
RankRounds Binomial::rounds(std::uint32_t all, Task const& task) const {
  auto order = broadcast_order(all, task);
  auto const ranks = static_cast<std::uint32_t>(order.size()), packets = task.packets;
  auto const rounds = doublings(ranks);
  auto const operation = task.operation;
  bool const up = operation == Operation::gather || operation == Operation::reduce;
  auto messages = [=, order = std::move(order)](std::uint32_t round, std::vector<Message>& out) {
    auto const half = std::uint64_t{1} << (up ? round : rounds - 1 - round);
    for (std::uint64_t near = 0; near + half < ranks; near += 2 * half) {
      auto const far = static_cast<std::uint32_t>(near + half);
      Message message{.from = order[near], .to = order[far], .first = 0, .count = packets};
      if (has_message_for_each(operation)) {
        message.first = far * packets;
        message.count = static_cast<std::uint32_t>(std::min<std::uint64_t>(half, ranks - far)) * packets;
      }
      if (up) std::swap(message.from, message.to);
      if (operation == Operation::reduce) message.arrival = Arrival::add;
      out.push_back(message);
    }
  };
  return {rounds, packets, std::move(messages)};
}

namespace {

/// The ranks of a broadcast, in cyclic order from the root, and the number of blocks in the part of each.
struct Parts {
  std::vector<std::uint32_t> order;
  std::uint32_t blocks;

  std::uint32_t size() const { return static_cast<std::uint32_t>(order.size()); }

  /// Appends messages in which each rank that has parts sends half of its parts to the rank at distance
  /// `half`.
  void scatter(std::uint64_t half, std::vector<Message>& out) const {
    for (std::uint64_t near = 0; near + half < size(); near += 2 * half) {
      auto const far = static_cast<std::uint32_t>(near + half);
      auto const parts = static_cast<std::uint32_t>(std::min<std::uint64_t>(half, size() - far));
      out.push_back({order[near], order[far], far * blocks, parts * blocks});
    }
  }
  /// Appends the messages in which each rank forwards the part of the rank that is `behind` positions before
  /// it.
  void pass_on(std::uint32_t behind, std::vector<Message>& out) const {
    for (std::uint32_t p = 0; p < size(); ++p) {
      auto const part = p >= behind ? p - behind : p + size() - behind;
      auto const next = p + 1 == size() ? 0 : p + 1;
      if (next != 0) out.push_back({order[p], order[next], part * blocks, blocks});
    }
  }
};

}  // namespace

Plan ScatterAllgather::plan(Ranks const& ranks, Task const& task) const {
  auto plan_rounds = rounds(ranks.size(), task);
  auto postcondition =
      broadcast_postcondition(ranks, broadcast_order(ranks.size(), task), plan_rounds.blocks_per_message);
  return make_plan(std::move(postcondition), std::move(plan_rounds), ranks, task, Embedding::rounds);
}

RankRounds ScatterAllgather::rounds(std::uint32_t ranks, Task const& task) const {
  Parts parts{broadcast_order(ranks, task), 1};
  auto const n = parts.size();
  auto const blocks = rounded_up(name, task.packets, n);
  parts.blocks = blocks / n;
  auto const scatters = doublings(n);
  return {scatters + n - 1, blocks,
          [=, parts = std::move(parts)](std::uint32_t round, std::vector<Message>& out) {
            if (round < scatters)
              parts.scatter(std::uint64_t{1} << (scatters - 1 - round), out);
            else
              parts.pass_on(round - scatters, out);
          }};
}

}  // namespace weft::collective
