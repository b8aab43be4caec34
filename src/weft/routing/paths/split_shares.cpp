#include "weft/routing/paths/split_shares.hpp"

#include <map>
#include <numeric>
#include <utility>

namespace weft::routing {

SplitShares::SplitShares(PathGraph graph)
    : graph_(std::make_shared<PathGraph const>(std::move(graph))), rows_(*graph_) {}

/// Level by level towards the destination. A remainder of the division goes to the lowest ports.
bool SplitShares::append(RouterId from, RouterId to, std::vector<ChannelShare>& out) const {
  if (from == to) return true;
  auto const row = rows_.to(to.v);
  auto const& hops = *row;
  if (hops[from.v] == HopRows::unreachable) no_path(from, to);
  auto const first = out.size();
  bool exact = true;
  std::map<std::uint32_t, std::uint64_t> level{{from.v, whole}}, next;
  for (auto left = hops[from.v]; left > 0; --left) {
    next.clear();
    for (auto const& [state, numerator] : level) {
      std::uint64_t ports = 0;
      for (auto const step : graph_->steps(state)) ports += hops[step.state] + 1 == left;
      auto const each = numerator / ports;
      auto rest = numerator % ports;
      exact = exact && rest == 0;
      for (auto const step : graph_->steps(state)) {
        if (hops[step.state] + 1 != left) continue;
        auto const part = each + (rest > 0);
        rest -= rest > 0;
        out.push_back({{step.channel}, part});
        next[step.state] += part;
      }
    }
    level.swap(next);
  }
  merge_shares(out, first);
  return exact;
}

TwoLegShares::TwoLegShares(SharesPtr leg, std::vector<std::uint32_t> weights)
    : leg_(std::move(leg)),
      weights_(std::move(weights)),
      sum_(std::accumulate(weights_.begin(), weights_.end(), std::uint64_t{0})) {}

bool TwoLegShares::append(RouterId from, RouterId to, std::vector<ChannelShare>& out) const {
  constexpr std::size_t most_apart = std::size_t{1} << 20;
  if (from == to) return true;
  auto const first = out.size();
  bool exact = true;
  for (std::uint32_t via = 0; via < weights_.size(); ++via) {
    if (weights_[via] == 0) continue;
    auto const begin = out.size();
    exact &= leg_->append(from, {via}, out);
    exact &= leg_->append({via}, to, out);
    for (auto i = begin; i < out.size(); ++i) out[i].numerator *= weights_[via];
    if (out.size() - first > most_apart) merge_shares(out, first);
  }
  merge_shares(out, first);
  return exact;
}

PathStructure TwoLegShares::structure() const {
  auto structure = leg_->structure();
  structure.via = weights_;
  return structure;
}

}  // namespace weft::routing
