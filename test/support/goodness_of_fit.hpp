// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "support/chi_square.hpp"

namespace weft {

/// The probability of counts at least as far from the expected ones (chi-square test).
inline double goodness_of_fit(std::span<std::uint64_t const> counts, std::span<double const> expected,
                              double freedom) {
  double statistic = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    double const excess = static_cast<double>(counts[i]) - expected[i];
    statistic += excess * excess / expected[i];
  }
  return chi_square_tail(statistic, freedom);
}

/// The same for counts that are all expected to be equal.
inline double goodness_of_fit(std::span<std::uint64_t const> counts) {
  double total = 0;
  for (auto const count : counts) total += static_cast<double>(count);
  auto const size = static_cast<double>(counts.size());
  return chi_square_tail(pearson(counts, total / size), size - 1);
}

}  // namespace weft
