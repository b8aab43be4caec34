#include "weft/collective/ranks/direct.hpp"

#include "weft/collective/promises.hpp"

namespace weft::collective {
namespace {

RankRounds all_to_all(std::uint32_t n, std::uint32_t packets) {
  return {1, packets, [=](std::uint32_t, std::vector<Message>& out) {
            out.reserve(std::size_t{n} * (n - 1));
            for (std::uint32_t s = 0; s < n; ++s)
              for (auto d = s + 1 == n ? 0 : s + 1; d != s; d = d + 1 == n ? 0 : d + 1)
                out.push_back({s, d, (s * n + d) * packets, packets});
          }};
}

/// Every rank sends each other rank the part that this one adds up, then its own sum to all. `per_rank`:
/// blocks of a part.
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

Promise promise_for(Ranks const& ranks, Task const& task, std::uint32_t per_rank) {
  if (task.operation == Operation::allgather) return promise_copies_of_all(ranks, per_rank);
  if (task.operation == Operation::reduce_scatter) return promise_scattered_sums(ranks, per_rank);
  if (task.operation == Operation::allreduce) return promise_sums(ranks, ranks.size() * per_rank);
  if (task.operation == Operation::all_to_all) return promise_all_to_all(ranks, task.packets);
  return (task.operation == Operation::scatter ? promise_scatter : promise_gather)(
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
  return plan_of(promise_for(ranks, task, per_rank), rounds(ranks.size(), task), ranks, task,
                 params_.embedding, params_.ties);
}

RankRounds Direct::rounds(std::uint32_t ranks, Task const& task) const {
  if (is_among_all(task.operation)) return sums(ranks, blocks_per_rank(ranks, task), task.operation);
  return task.operation == Operation::all_to_all ? all_to_all(ranks, task.packets) : with_root(ranks, task);
}

}  // namespace weft::collective
