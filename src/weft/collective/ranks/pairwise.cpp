#include "weft/collective/ranks/pairwise.hpp"

#include <bit>

#include "weft/collective/promises.hpp"

namespace weft::collective {

void Pairwise::check_machine(Ranks const& ranks, Task const&) const { check_ties(name, ranks, params_.ties); }

Plan Pairwise::plan(Ranks const& ranks, Task const& task) const {
  return plan_of(promise_all_to_all(ranks, task.packets), rounds(ranks.size(), task), ranks, task,
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

}  // namespace weft::collective
