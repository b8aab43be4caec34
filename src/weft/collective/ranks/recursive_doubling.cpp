#include "weft/collective/ranks/recursive_doubling.hpp"

#include "weft/collective/promises.hpp"
#include "weft/collective/ranks/power_of_two_core.hpp"

namespace weft::collective {
namespace {

/// Allreduce, after the twins' parts have been added.
void exchange_sums(PowerOfTwoCore const& folding, std::uint32_t bit, std::uint32_t packets,
                   std::vector<Message>& out) {
  for (std::uint32_t v = 0; v < folding.core; ++v) out.push_back({v, v ^ bit, 0, packets, Arrival::add});
}

/// Allgather: the blocks of v and of the ranks that agree with it from `bit` upwards.
void exchange_parts(PowerOfTwoCore const& folding, std::uint32_t bit, std::uint32_t packets,
                    std::vector<Message>& out) {
  for (std::uint32_t v = 0; v < folding.core; ++v)
    folding.send_parts(v, v ^ bit, v & ~(bit - 1), bit, packets, Arrival::replace, out);
}

/// Allgather: all but its own to each twin.
void send_rest_to_twins(PowerOfTwoCore const& folding, std::uint32_t packets, std::vector<Message>& out) {
  for (std::uint32_t v = 0; v < folding.twins(); ++v) {
    auto const twin = folding.core + v;
    out.push_back({v, twin, 0, twin * packets});
    if (twin + 1 < folding.ranks)
      out.push_back({v, twin, (twin + 1) * packets, (folding.ranks - twin - 1) * packets});
  }
}

}  // namespace

Plan RecursiveDoubling::plan(Ranks const& ranks, Task const& task) const {
  bool const sums = task.operation == Operation::allreduce;
  auto promise = (sums ? promise_sums : promise_copies_of_all)(ranks, task.packets);
  return plan_of(std::move(promise), rounds(ranks.size(), task), ranks, task, params_.embedding);
}

RankRounds RecursiveDoubling::rounds(std::uint32_t ranks, Task const& task) const {
  PowerOfTwoCore const folding(ranks);
  bool const sums = task.operation == Operation::allreduce;
  auto const packets = task.packets;
  auto messages = [=](std::uint32_t round, std::vector<Message>& out) {
    auto const step = folding.folds() ? round - 1 : round;
    if (folding.folds() && round == 0) {
      if (sums)
        folding.send_from_twins(0, packets, Arrival::add, out);
      else
        for (std::uint32_t v = 0; v < folding.twins(); ++v)
          out.push_back({folding.core + v, v, (folding.core + v) * packets, packets});
    } else if (step < folding.exchanges()) {
      (sums ? exchange_sums : exchange_parts)(folding, std::uint32_t{1} << step, packets, out);
    } else if (sums) {
      folding.send_to_twins(0, packets, Arrival::replace, out);
    } else {
      send_rest_to_twins(folding, packets, out);
    }
  };
  return {folding.exchanges() + (folding.folds() ? 2 : 0), packets, std::move(messages)};
}

}  // namespace weft::collective
