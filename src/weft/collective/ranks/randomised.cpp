#include "weft/collective/ranks/randomised.hpp"

#include "weft/collective/ranks/promises.hpp"
#include "weft/core/random.hpp"
#include "weft/traffic/keyed_bijection.hpp"

namespace weft::collective {
namespace {

/// In round k rank s sends to the rank that is its k-th in a random order of all.
RankProgram in_random_order(Machine const& machine, Task const& task) {
  auto const ranks = static_cast<std::uint32_t>(machine.ranks.size());
  std::vector<KeyedBijection> orders;
  orders.reserve(ranks);
  for (std::uint32_t s = 0; s < ranks; ++s) orders.emplace_back(ranks, task.seed, s);
  return {promise_all_to_all(machine, task.packets), ranks,
          [orders = std::move(orders), ranks, packets = task.packets](std::uint32_t round,
                                                                      std::vector<Message>& out) {
            for (std::uint32_t s = 0; s < ranks; ++s)
              if (auto const d = orders[s](round); d != s)
                out.push_back({s, d, (s * ranks + d) * packets, packets});
          }};
}

/// The packets of rank s, each with the rank that it goes by way of: visit(block, d, via).
template <class Visit>
void for_each_via(std::uint32_t ranks, std::uint32_t packets, std::uint64_t seed, Visit visit) {
  for (std::uint32_t s = 0; s < ranks; ++s) {
    Rng rng(seed, Purpose::intermediate, s);
    for (std::uint32_t d = 0; d < ranks; ++d)
      for (std::uint32_t q = 0; q < packets; ++q)
        if (auto const via = static_cast<std::uint32_t>(rng.below(ranks)); d != s)
          visit(s, (s * ranks + d) * packets + q, d, via);
  }
}

RankProgram by_intermediates(Machine const& machine, Task const& task) {
  auto const ranks = static_cast<std::uint32_t>(machine.ranks.size());
  return {promise_all_to_all(machine, task.packets), 2,
          [ranks, packets = task.packets, seed = task.seed](std::uint32_t round, std::vector<Message>& out) {
            for_each_via(ranks, packets, seed,
                         [&](std::uint32_t s, std::uint32_t block, std::uint32_t d, std::uint32_t via) {
                           if (round == 0 && via != s) out.push_back({s, via, block, 1});
                           if (round == 1 && via != d) out.push_back({via, d, block, 1});
                         });
          }};
}

}  // namespace

void Randomised::check_machine(Machine const& machine, Task const& task) const {
  std::uint64_t const ranks = machine.ranks.size();
  check_blocks(name, ranks * ranks, task.packets);
}

Plan Randomised::plan(Machine const& machine, Task const& task) const {
  auto program =
      params_.draw == Drawn::order ? in_random_order(machine, task) : by_intermediates(machine, task);
  return plan_of(std::move(program), machine, task, params_.embedding, task.packets, params_.ties);
}

}  // namespace weft::collective
