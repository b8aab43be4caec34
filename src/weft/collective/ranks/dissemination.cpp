#include "weft/collective/ranks/dissemination.hpp"

#include "weft/collective/promises.hpp"

namespace weft::collective {

Plan Dissemination::plan(Machine const& machine, Task const& task) const {
  auto const ranks = static_cast<std::uint32_t>(machine.ranks.size());
  auto promise = promise_sums(machine, 1);
  promise.holdings = Holdings::unions;
  RankProgram program{std::move(promise), doublings(ranks), {}};
  program.messages = [ranks](std::uint32_t round, std::vector<Message>& out) {
    auto const ahead = std::uint64_t{1} << round;
    for (std::uint32_t i = 0; i < ranks; ++i)
      out.push_back(
          {.from = i, .to = static_cast<std::uint32_t>((i + ahead) % ranks), .arrival = Arrival::add});
  };
  return plan_of(std::move(program), machine, task, params_.embedding, 1);
}

}  // namespace weft::collective
