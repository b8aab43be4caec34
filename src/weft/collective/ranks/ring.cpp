#include "weft/collective/ranks/ring.hpp"

#include <algorithm>

#include "weft/collective/promises.hpp"

namespace weft::collective {
namespace {

/// A cycle of ranks and which blocks of each rank's part go round it.
struct Lane {
  std::vector<std::uint32_t> order;
  std::uint32_t first, count;
};

/// In a round, the rank at place p passes on the part of the rank `behind` places before it.
void pass_on(Lane const& lane, std::uint32_t behind, std::uint32_t per_rank, Arrival arrival,
             std::vector<Message>& out) {
  auto const ranks = static_cast<std::uint32_t>(lane.order.size());
  for (std::uint32_t p = 0; p < ranks; ++p)
    out.push_back({.from = lane.order[p],
                   .to = lane.order[p + 1 == ranks ? 0 : p + 1],
                   .first = lane.order[p >= behind ? p - behind : p + ranks - behind] * per_rank + lane.first,
                   .count = lane.count,
                   .arrival = arrival});
}

Promise promise_for(Machine const& machine, Operation operation, std::uint32_t per_rank) {
  switch (operation) {
    case Operation::allgather: return promise_copies_of_all(machine, per_rank);
    case Operation::reduce_scatter: return promise_scattered_sums(machine, per_rank);
    default: return promise_sums(machine, static_cast<std::uint32_t>(machine.ranks.size()) * per_rank);
  }
}

}  // namespace

std::uint32_t Ring::blocks_per_rank(Machine const& machine, Task const& task) const {
  auto const ranks = static_cast<std::uint32_t>(machine.ranks.size());
  if (task.operation == Operation::allgather) return rounded_up(name, task.packets, ways(), ranks);
  return rounded_up(name, task.packets, std::uint64_t{ranks} * ways()) / ranks;
}

void Ring::check_machine(Machine const& machine, Task const& task) const { blocks_per_rank(machine, task); }

Plan Ring::plan(Machine const& machine, Task const& task) const {
  auto const ranks = static_cast<std::uint32_t>(machine.ranks.size());
  auto const per_rank = blocks_per_rank(machine, task), half = per_rank / ways();
  std::vector<Lane> lanes{{rank_order(machine, params_.order), 0, half}};
  if (params_.ways == RingWays::both) {
    lanes.push_back({lanes[0].order, half, half});
    std::ranges::reverse(lanes[1].order);
  }
  bool const adds = task.operation != Operation::allgather;
  RankProgram program{promise_for(machine, task.operation, per_rank), ranks - 1, {}};
  if (task.operation == Operation::allreduce) program.rounds *= 2;
  program.messages = [=](std::uint32_t round, std::vector<Message>& out) {
    bool const is_sum = adds && round < ranks - 1;
    auto const behind = is_sum ? round + 1 : adds ? round - (ranks - 1) : round;
    for (auto const& lane : lanes)
      pass_on(lane, behind, per_rank, is_sum ? Arrival::add : Arrival::replace, out);
  };
  return plan_of(std::move(program), machine, task, params_.embedding,
                 task.operation == Operation::allgather ? per_rank : ranks * per_rank);
}

}  // namespace weft::collective
