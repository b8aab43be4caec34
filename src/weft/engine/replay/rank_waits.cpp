#include "weft/engine/replay/rank_waits.hpp"

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

}  // namespace weft::replay
