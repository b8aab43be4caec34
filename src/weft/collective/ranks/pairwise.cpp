#include "weft/collective/ranks/pairwise.hpp"

#include <bit>

#include "weft/collective/promises.hpp"

namespace weft::collective {

void Pairwise::check_machine(Machine const& machine, Task const&) const {
  check_ties(name, machine, params_.ties);
}

Plan Pairwise::plan(Machine const& machine, Task const& task) const {
  auto const ranks = static_cast<std::uint32_t>(machine.ranks.size());
  RankProgram program{promise_all_to_all(machine, task.packets), ranks - 1, {}};
  program.messages = [ranks, packets = task.packets](std::uint32_t round, std::vector<Message>& out) {
    for (std::uint32_t i = 0; i < ranks; ++i) {
      auto const to = std::has_single_bit(ranks)
                          ? i ^ (round + 1)
                          : static_cast<std::uint32_t>((std::uint64_t{i} + round + 1) % ranks);
      out.push_back({i, to, (i * ranks + to) * packets, packets});
    }
  };
  return plan_of(std::move(program), machine, task, params_.embedding, task.packets, params_.ties);
}

}  // namespace weft::collective
