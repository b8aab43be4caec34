#pragma once

#include <cstdint>
#include <vector>

namespace weft {

/// How many pairs are at distance 0, 1, 2, ..: of a product of graphs, distances add, so counts multiply like polynomials.
using PairCounts = std::vector<std::uint64_t>;

inline PairCounts convolved(PairCounts const& a, PairCounts const& b) {
  PairCounts sum(a.size() + b.size() - 1, 0);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) sum[i + j] += a[i] * b[j];
  return sum;
}

/// The same times (1 + z + .. + z^(terms - 1)), in linear time.
inline PairCounts times_all_ones(PairCounts const& a, std::size_t terms) {
  PairCounts sum(a.size() + terms - 1, 0);
  std::uint64_t window = 0;
  for (std::size_t d = 0; d < sum.size(); ++d) {
    if (d < a.size()) window += a[d];
    if (d >= terms) window -= a[d - terms];
    sum[d] = window;
  }
  return sum;
}

/// Adds `times` times the counts of `a`, each at a distance greater by `shift`.
inline void add_shifted(PairCounts& sum, PairCounts const& a, std::size_t shift, std::uint64_t times) {
  if (sum.size() < a.size() + shift) sum.resize(a.size() + shift, 0);
  for (std::size_t d = 0; d < a.size(); ++d) sum[d + shift] += times * a[d];
}

/// Ordered pairs of the routers of a path.
inline PairCounts path_pairs(std::uint64_t routers) {
  PairCounts counts{routers};
  for (std::uint64_t d = 1; d < routers; ++d) counts.push_back(2 * (routers - d));
  return counts;
}

}  // namespace weft
