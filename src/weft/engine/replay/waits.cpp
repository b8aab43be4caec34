#include "weft/engine/replay/waits.hpp"

#include <algorithm>
#include <tuple>

namespace weft::replay {

std::vector<RankWait> RankWaits::longest_first() const {
  std::vector<RankWait> all;
  all.reserve(by_pair_.size());
  for (auto const& [pair, seconds] : by_pair_) all.push_back({pair.rank, pair.partner, seconds});
  std::ranges::sort(all, {}, [](RankWait const& it) { return std::tuple(-it.seconds, it.rank, it.partner); });
  return all;
}

namespace {

constexpr std::size_t nowhere = ~std::size_t{0};

/// The position of the operation of that rank.
std::size_t find_rank(std::vector<StuckOperation> const& stuck, std::uint32_t rank) {
  auto const found = std::ranges::lower_bound(stuck, rank, {}, &StuckOperation::rank);
  if (found == stuck.end() || found->rank != rank) return nowhere;
  return static_cast<std::size_t>(found - stuck.begin());
}

}  // namespace

std::size_t put_cycle_first(std::vector<StuckOperation>& stuck) {
  std::vector<std::size_t> next(stuck.size()), visited_from(stuck.size(), nowhere), shortest;
  for (std::size_t i = 0; i < stuck.size(); ++i) next[i] = find_rank(stuck, stuck[i].waits_for);
  for (std::size_t start = 0; start < stuck.size(); ++start) {
    auto at = start;
    while (at != nowhere && visited_from[at] == nowhere) {
      visited_from[at] = start;
      at = next[at];
    }
    if (at == nowhere || visited_from[at] != start) continue;
    std::vector<std::size_t> cycle{at};
    for (auto i = next[at]; i != at; i = next[i]) cycle.push_back(i);
    if (shortest.empty() || cycle.size() < shortest.size()) shortest = std::move(cycle);
  }
  std::vector<StuckOperation> ordered;
  for (auto const i : shortest) ordered.push_back(stuck[i]);
  for (std::size_t i = 0; i < stuck.size(); ++i)
    if (std::ranges::find(shortest, i) == shortest.end()) ordered.push_back(stuck[i]);
  stuck = std::move(ordered);
  return shortest.size();
}

}  // namespace weft::replay
