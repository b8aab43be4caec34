#include "weft/collective/ranks/dissemination.hpp"

#include "weft/collective/promises.hpp"

namespace weft::collective {

Plan Dissemination::plan(Ranks const& ranks, Task const& task) const {
  auto promise = promise_sums(ranks, 1);
  promise.holdings = Holdings::unions;
  return plan_of(std::move(promise), rounds(ranks.size(), task), ranks, task, params_.embedding);
}

RankRounds Dissemination::rounds(std::uint32_t ranks, Task const&) const {
  return {
      doublings(ranks), 1, [=](std::uint32_t round, std::vector<Message>& out) {
        auto const ahead = std::uint64_t{1} << round;
        for (std::uint32_t i = 0; i < ranks; ++i)
          out.push_back(
              {.from = i, .to = static_cast<std::uint32_t>((i + ahead) % ranks), .arrival = Arrival::add});
      }};
}

}  // namespace weft::collective
