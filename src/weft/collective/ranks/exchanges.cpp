// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/ranks/exchanges.hpp"

#include <algorithm>
#include <bit>

#include "weft/collective/postconditions.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/random.hpp"
#include "weft/traffic/keyed_bijection.hpp"

namespace weft::collective {
namespace {

/// Appends the messages of a round of an allgather: rank i has the parts of the ranks i, i + 1, .., i +
/// 2^round - 1 and receives the same number of parts, or the missing ones, from rank i + 2^round.
void gather(std::uint32_t n, std::uint32_t packets, std::uint32_t round, std::vector<Message>& out) {
  auto const ahead = std::uint32_t{1} << round;
  auto const parts = std::min(ahead, n - ahead);
  for (std::uint32_t i = 0; i < n; ++i) {
    auto const to = i >= ahead ? i - ahead : i + n - ahead;
    auto const before_end = std::min(parts, n - i);
    out.push_back({i, to, i * packets, before_end * packets});
    if (before_end < parts) out.push_back({i, to, 0, (parts - before_end) * packets});
  }
}

/// Appends the messages of a round of an all-to-all: of the messages with distance o from source to
/// destination that have not arrived, rank i has the messages of source i - (o modulo 2^round).
void pass_on(std::uint32_t n, std::uint32_t packets, std::uint32_t round, std::vector<Message>& out) {
  auto const ahead = std::uint32_t{1} << round;
  for (std::uint32_t i = 0; i < n; ++i) {
    throw_if_interrupted();
    auto const to = static_cast<std::uint32_t>((std::uint64_t{i} + ahead) % n);
    for (auto o = std::uint64_t{ahead}; o < n; o = (o + 1) | ahead) {
      auto const s = (i + n - (o & (ahead - 1))) % n;
      out.push_back({i, to, static_cast<std::uint32_t>((s * n + (s + o) % n) * packets), packets});
    }
  }
}

}  // namespace

Plan Bruck::plan(Ranks const& ranks, Task const& task) const {
  bool const gathers = task.operation == Operation::allgather;
  auto postcondition = (gathers ? allgather_postcondition : all_to_all_postcondition)(ranks, task.packets);
  return make_plan(std::move(postcondition), rounds(ranks.size(), task), ranks, task, params_.embedding);
}

RankRounds Bruck::rounds(std::uint32_t ranks, Task const& task) const {
  bool const gathers = task.operation == Operation::allgather;
  return {doublings(ranks), task.packets,
          [=, packets = task.packets](std::uint32_t round, std::vector<Message>& out) {
            (gathers ? gather : pass_on)(ranks, packets, round, out);
          }};
}

void Pairwise::check_machine(Ranks const& ranks, Task const&) const { check_ties(name, ranks, params_.ties); }

Plan Pairwise::plan(Ranks const& ranks, Task const& task) const {
  return make_plan(all_to_all_postcondition(ranks, task.packets), rounds(ranks.size(), task), ranks, task,
                   params_.embedding, params_.ties);
}

RankRounds Pairwise::rounds(std::uint32_t n, Task const& task) const {
  return {n - 1, task.packets, [n, packets = task.packets](std::uint32_t round, std::vector<Message>& out) {
            for (std::uint32_t i = 0; i < n; ++i) {
              auto const to = std::has_single_bit(n)
                                  ? i ^ (round + 1)
                                  : static_cast<std::uint32_t>((std::uint64_t{i} + round + 1) % n);
              out.push_back({i, to, (i * n + to) * packets, packets});
            }
          }};
}

namespace {

RankRounds all_to_all(std::uint32_t n, std::uint32_t packets) {
  return {1, packets, [=](std::uint32_t, std::vector<Message>& out) {
            out.reserve(std::size_t{n} * (n - 1));
            for (std::uint32_t s = 0; s < n; ++s)
              for (auto d = s + 1 == n ? 0 : s + 1; d != s; d = d + 1 == n ? 0 : d + 1)
                out.push_back({s, d, (s * n + d) * packets, packets});
          }};
}

/// Returns the rounds of a reduction or allgather with direct messages: each rank sends every other rank the
/// part that the receiver adds up and, in an allreduce, then sends its sum to all ranks. `per_rank`: number
/// of blocks of a part.
RankRounds sums(std::uint32_t n, std::uint32_t per_rank, Operation operation) {
  bool const gathers = operation == Operation::allgather;
  return {operation == Operation::allreduce ? 2u : 1u, gathers ? per_rank : n * per_rank,
          [=](std::uint32_t round, std::vector<Message>& out) {
            bool const adds = !gathers && round == 0;
            out.reserve(std::size_t{n} * (n - 1));
            for (std::uint32_t s = 0; s < n; ++s)
              for (auto d = s + 1 == n ? 0 : s + 1; d != s; d = d + 1 == n ? 0 : d + 1)
                out.push_back(
                    {s, d, (adds ? d : s) * per_rank, per_rank, adds ? Arrival::add : Arrival::replace});
          }};
}

bool is_among_all(Operation operation) {
  return operation == Operation::allreduce || operation == Operation::reduce_scatter ||
         operation == Operation::allgather;
}

RankRounds with_root(std::uint32_t n, Task const& task) {
  bool const scatters = task.operation == Operation::scatter;
  return {1, task.packets,
          [order = broadcast_order(n, task), scatters, packets = task.packets](std::uint32_t,
                                                                               std::vector<Message>& out) {
            for (std::uint32_t i = 1; i < order.size(); ++i)
              out.push_back(
                  {scatters ? order[0] : order[i], scatters ? order[i] : order[0], i * packets, packets});
          }};
}

Postcondition promise_for(Ranks const& ranks, Task const& task, std::uint32_t per_rank) {
  if (task.operation == Operation::allgather) return allgather_postcondition(ranks, per_rank);
  if (task.operation == Operation::reduce_scatter) return reduce_scatter_postcondition(ranks, per_rank);
  if (task.operation == Operation::allreduce) return allreduce_postcondition(ranks, ranks.size() * per_rank);
  if (task.operation == Operation::all_to_all) return all_to_all_postcondition(ranks, task.packets);
  return (task.operation == Operation::scatter ? scatter_postcondition : gather_postcondition)(
      ranks, task.root, broadcast_order(ranks.size(), task), task.packets);
}

}  // namespace

std::uint32_t Direct::blocks_per_rank(std::uint32_t ranks, Task const& task) {
  if (task.operation == Operation::allgather) return rounded_up(name, task.packets, 1, ranks);
  return rounded_up(name, task.packets, ranks) / ranks;
}

void Direct::check_machine(Ranks const& ranks, Task const& task) const {
  check_ties(name, ranks, params_.ties);
  if (is_among_all(task.operation)) blocks_per_rank(ranks.size(), task);
}

Plan Direct::plan(Ranks const& ranks, Task const& task) const {
  auto const per_rank = is_among_all(task.operation) ? blocks_per_rank(ranks.size(), task) : task.packets;
  return make_plan(promise_for(ranks, task, per_rank), rounds(ranks.size(), task), ranks, task,
                   params_.embedding, params_.ties);
}

RankRounds Direct::rounds(std::uint32_t ranks, Task const& task) const {
  if (is_among_all(task.operation)) return sums(ranks, blocks_per_rank(ranks, task), task.operation);
  return task.operation == Operation::all_to_all ? all_to_all(ranks, task.packets) : with_root(ranks, task);
}

namespace {

/// Returns, for each rank, a random order of all ranks.
std::vector<KeyedBijection> random_orders(std::uint32_t n, std::uint64_t seed) {
  std::vector<KeyedBijection> orders;
  orders.reserve(n);
  for (std::uint32_t s = 0; s < n; ++s) orders.emplace_back(n, seed, s);
  return orders;
}

/// Returns an all-to-all with random orders: in round k, rank s sends to the k-th rank of its random order.
/// If `in_one_round`, all ranks send all messages in one round, and channels serve blocks first come, first
/// served.
RankProgram in_random_order(Ranks const& ranks, Task const& task, bool in_one_round) {
  auto const n = ranks.size();
  RankProgram program{all_to_all_postcondition(ranks, task.packets), in_one_round ? 1 : n, {}, in_one_round};
  program.messages = [orders = random_orders(n, task.seed), n, in_one_round, packets = task.packets](
                         std::uint32_t round, std::vector<Message>& out) {
    auto const end = in_one_round ? n : round + 1;
    for (std::uint32_t s = 0; s < n; ++s)
      for (auto k = round; k < end; ++k)
        if (auto const d = orders[s](k); d != s) out.push_back({s, d, (s * n + d) * packets, packets});
  };
  return program;
}

/// Calls visit(s, block, d, via) for each packet from rank s to rank d, where via is its random intermediate
/// rank.
template <class Visit>
void for_each_via(std::uint32_t n, std::uint32_t packets, std::uint64_t seed, Visit visit) {
  for (std::uint32_t s = 0; s < n; ++s) {
    Rng rng(seed, Purpose::intermediate, s);
    for (std::uint32_t d = 0; d < n; ++d)
      for (std::uint32_t q = 0; q < packets; ++q)
        if (auto const via = static_cast<std::uint32_t>(rng.below(n)); d != s)
          visit(s, (s * n + d) * packets + q, d, via);
  }
}

/// Returns an all-to-all with intermediate ranks: packets go from the source to the intermediate rank in
/// round 0, and to the destination in round 1. If `in_one_round`, the schedule continues a packet from the
/// intermediate rank to the destination.
RankProgram by_intermediates(Ranks const& ranks, Task const& task, bool in_one_round) {
  auto const n = ranks.size();
  RankProgram program{all_to_all_postcondition(ranks, task.packets), in_one_round ? 1u : 2u, {}};
  program.messages = [n, in_one_round, packets = task.packets, seed = task.seed](std::uint32_t round,
                                                                                 std::vector<Message>& out) {
    for_each_via(n, packets, seed,
                 [&](std::uint32_t s, std::uint32_t block, std::uint32_t d, std::uint32_t via) {
                   if (in_one_round)
                     out.push_back({s, via == s ? d : via, block, 1});
                   else
                     out.push_back(round == 0 ? Message{s, via, block, 1} : Message{via, d, block, 1});
                 });
  };
  return program;
}

}  // namespace

void Randomized::check_machine(Ranks const& ranks, Task const&) const {
  check_ties(name, ranks, params_.ties);
}

Plan Randomized::plan(Ranks const& ranks, Task const& task) const {
  bool const in_one_round = params_.embedding == Embedding::slots;
  auto program =
      (params_.draw == RandomChoice::order ? in_random_order : by_intermediates)(ranks, task, in_one_round);
  return make_plan(std::move(program), ranks, task, params_.embedding, task.packets, params_.ties);
}

}  // namespace weft::collective
