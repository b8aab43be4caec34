#include "weft/collective/ranks/randomized.hpp"

#include "weft/collective/promises.hpp"
#include "weft/core/random.hpp"
#include "weft/traffic/keyed_bijection.hpp"

namespace weft::collective {
namespace {

/// A random order of all ranks for each.
std::vector<KeyedBijection> random_orders(std::uint32_t ranks, std::uint64_t seed) {
  std::vector<KeyedBijection> orders;
  orders.reserve(ranks);
  for (std::uint32_t s = 0; s < ranks; ++s) orders.emplace_back(ranks, seed, s);
  return orders;
}

/// In round k rank s sends to the rank that is its k-th in a random order of all; in one round all of them, first come, first served.
RankProgram in_random_order(Machine const& machine, Task const& task, bool in_one_round) {
  auto const ranks = static_cast<std::uint32_t>(machine.ranks.size());
  RankProgram program{promise_all_to_all(machine, task.packets), in_one_round ? 1 : ranks, {}, in_one_round};
  program.messages = [orders = random_orders(ranks, task.seed), ranks, in_one_round, packets = task.packets](
                         std::uint32_t round, std::vector<Message>& out) {
    auto const end = in_one_round ? ranks : round + 1;
    for (std::uint32_t s = 0; s < ranks; ++s)
      for (auto k = round; k < end; ++k)
        if (auto const d = orders[s](k); d != s) out.push_back({s, d, (s * ranks + d) * packets, packets});
  };
  return program;
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

/// In round 0 from the source to the intermediate rank, in round 1 on; in one round the way on is left to the schedule.
RankProgram by_intermediates(Machine const& machine, Task const& task, bool in_one_round) {
  auto const ranks = static_cast<std::uint32_t>(machine.ranks.size());
  RankProgram program{promise_all_to_all(machine, task.packets), in_one_round ? 1u : 2u, {}};
  program.messages = [ranks, in_one_round, packets = task.packets, seed = task.seed](
                         std::uint32_t round, std::vector<Message>& out) {
    for_each_via(ranks, packets, seed,
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

void Randomized::check_machine(Machine const& machine, Task const&) const {
  check_ties(name, machine, params_.ties);
}

Plan Randomized::plan(Machine const& machine, Task const& task) const {
  bool const in_one_round = params_.embedding == Embedding::slots;
  auto program =
      (params_.draw == Drawn::order ? in_random_order : by_intermediates)(machine, task, in_one_round);
  return plan_of(std::move(program), machine, task, params_.embedding, task.packets, params_.ties);
}

}  // namespace weft::collective
