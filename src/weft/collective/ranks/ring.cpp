#include "weft/collective/ranks/ring.hpp"

#include <algorithm>

#include "weft/collective/promises.hpp"

namespace weft::collective {
namespace {

/// A cycle of ranks and the blocks of each rank's part that travel around it.
struct RingLane {
  std::vector<std::uint32_t> order;
  std::uint32_t first, count;
};

/// In a round, the rank at place p passes on the part of the rank `behind` places before it.
void pass_on(RingLane const& lane, std::uint32_t behind, std::uint32_t per_rank, Arrival arrival,
             std::vector<Message>& out) {
  auto const n = static_cast<std::uint32_t>(lane.order.size());
  for (std::uint32_t p = 0; p < n; ++p)
    out.push_back({.from = lane.order[p],
                   .to = lane.order[p + 1 == n ? 0 : p + 1],
                   .first = lane.order[p >= behind ? p - behind : p + n - behind] * per_rank + lane.first,
                   .count = lane.count,
                   .arrival = arrival});
}

Promise promise_for(Ranks const& ranks, Operation operation, std::uint32_t per_rank) {
  switch (operation) {
    case Operation::allgather: return promise_copies_of_all(ranks, per_rank);
    case Operation::reduce_scatter: return promise_scattered_sums(ranks, per_rank);
    default: return promise_sums(ranks, ranks.size() * per_rank);
  }
}

}  // namespace

std::uint32_t Ring::blocks_per_rank(std::uint32_t n, Task const& task) const {
  if (task.operation == Operation::allgather) return rounded_up(name, task.packets, ways(), n);
  return rounded_up(name, task.packets, std::uint64_t{n} * ways()) / n;
}

void Ring::check_machine(Ranks const& ranks, Task const& task) const { blocks_per_rank(ranks.size(), task); }

Plan Ring::plan(Ranks const& ranks, Task const& task) const {
  return plan_of(promise_for(ranks, task.operation, blocks_per_rank(ranks.size(), task)),
                 rounds_along(rank_order(ranks, params_.order), task), ranks, task, params_.embedding);
}

RankRounds Ring::rounds(std::uint32_t ranks, Task const& task) const {
  return rounds_along(all_ranks(ranks), task);
}

RankRounds Ring::rounds_along(std::vector<std::uint32_t> const& order, Task const& task) const {
  auto const n = static_cast<std::uint32_t>(order.size());
  auto const per_rank = blocks_per_rank(n, task), half = per_rank / ways();
  std::vector<RingLane> lanes{{order, 0, half}};
  if (params_.ways == RingWays::both) {
    lanes.push_back({order, half, half});
    std::ranges::reverse(lanes[1].order);
  }
  bool const gathers = task.operation == Operation::allgather;
  auto messages = [=, lanes = std::move(lanes)](std::uint32_t round, std::vector<Message>& out) {
    bool const is_sum = !gathers && round < n - 1;
    auto const behind = is_sum ? round + 1 : gathers ? round : round - (n - 1);
    for (auto const& lane : lanes)
      pass_on(lane, behind, per_rank, is_sum ? Arrival::add : Arrival::replace, out);
  };
  return {task.operation == Operation::allreduce ? 2 * (n - 1) : n - 1, gathers ? per_rank : n * per_rank,
          std::move(messages)};
}

}  // namespace weft::collective
