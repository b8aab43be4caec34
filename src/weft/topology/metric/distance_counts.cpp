#include "weft/topology/metric/distance_counts.hpp"

namespace weft {

DistanceCounts product(DistanceCounts const& counts, DistanceCounts const& factor) {
  auto const at = [&](std::size_t i) { return i < factor.size() ? factor[i] : 0; };
  DistanceCounts result(counts.size() + factor.size() - 1, 0);
  for (std::size_t shift = 0; shift < factor.size() + 2; ++shift) {
    auto const difference = at(shift) - 2 * (shift > 0 ? at(shift - 1) : 0) + (shift > 1 ? at(shift - 2) : 0);
    if (difference == 0) continue;
    for (std::size_t i = 0; i < counts.size() && i + shift < result.size(); ++i)
      result[i + shift] += counts[i] * difference;
  }
  for (int times = 0; times < 2; ++times)
    for (std::size_t i = 1; i < result.size(); ++i) result[i] += result[i - 1];
  return result;
}

}  // namespace weft
