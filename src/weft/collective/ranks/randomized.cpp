#include "weft/collective/ranks/randomized.hpp"

#include "weft/collective/promises.hpp"
#include "weft/core/random.hpp"
#include "weft/traffic/keyed_bijection.hpp"

namespace weft::collective {
namespace {

/// A random order of all ranks for each.
std::vector<KeyedBijection> random_orders(std::uint32_t n, std::uint64_t seed) {
  std::vector<KeyedBijection> orders;
  orders.reserve(n);
  for (std::uint32_t s = 0; s < n; ++s) orders.emplace_back(n, seed, s);
  return orders;
}

/// In round k rank s sends to the rank that is its k-th in a random order of all; in one round all of them,
/// first come, first served.
RankProgram in_random_order(Ranks const& ranks, Task const& task, bool in_one_round) {
  auto const n = ranks.size();
  RankProgram program{promise_all_to_all(ranks, task.packets), in_one_round ? 1 : n, {}, in_one_round};
  program.messages = [orders = random_orders(n, task.seed), n, in_one_round, packets = task.packets](
                         std::uint32_t round, std::vector<Message>& out) {
    auto const end = in_one_round ? n : round + 1;
    for (std::uint32_t s = 0; s < n; ++s)
      for (auto k = round; k < end; ++k)
        if (auto const d = orders[s](k); d != s) out.push_back({s, d, (s * n + d) * packets, packets});
  };
  return program;
}

/// The packets of rank s, each with its intermediate rank: visit(block, d, via).
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

/// In round 0 from the source to the intermediate rank, in round 1 to the destination; in one round the
/// schedule decides the second hop.
RankProgram by_intermediates(Ranks const& ranks, Task const& task, bool in_one_round) {
  auto const n = ranks.size();
  RankProgram program{promise_all_to_all(ranks, task.packets), in_one_round ? 1u : 2u, {}};
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
      (params_.draw == Drawn::order ? in_random_order : by_intermediates)(ranks, task, in_one_round);
  return plan_of(std::move(program), ranks, task, params_.embedding, task.packets, params_.ties);
}

}  // namespace weft::collective
