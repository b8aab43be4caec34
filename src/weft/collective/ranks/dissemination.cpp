#include "weft/collective/ranks/dissemination.hpp"

#include "weft/collective/promises.hpp"

namespace weft::collective {

Plan Dissemination::plan(Ranks const& ranks, Task const& task) const {
  auto const n = ranks.size();
  auto promise = promise_sums(ranks, 1);
  promise.holdings = Holdings::unions;
  RankProgram program{std::move(promise), doublings(n), {}};
  program.messages = [n](std::uint32_t round, std::vector<Message>& out) {
    auto const ahead = std::uint64_t{1} << round;
    for (std::uint32_t i = 0; i < n; ++i)
      out.push_back({.from = i, .to = static_cast<std::uint32_t>((i + ahead) % n), .arrival = Arrival::add});
  };
  return plan_of(std::move(program), ranks, task, params_.embedding, 1);
}

}  // namespace weft::collective
