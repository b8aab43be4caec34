// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

namespace weft {

/// Probability that a chi-square variable with `freedom` degrees of freedom exceeds `statistic`: the
/// regularized upper incomplete gamma function by its series or Lentz's continued fraction (Numerical
/// Recipes, 6.2).
inline double chi_square_tail(double statistic, double freedom) {
  double const a = freedom / 2, x = statistic / 2, scale = std::exp(-x + a * std::log(x) - std::lgamma(a));
  if (x <= 0) return 1;
  if (x < a + 1) {
    double term = 1 / a, sum = term;
    for (double n = a + 1; term > sum * 1e-16; ++n) sum += term *= x / n;
    return 1 - sum * scale;
  }
  double const tiny = 1e-300;
  double b = x + 1 - a, c = 1 / tiny, d = 1 / b, fraction = d;
  for (double i = 1;; ++i) {
    double const an = -i * (i - a);
    b += 2;
    d = 1 / (std::abs(an * d + b) < tiny ? tiny : an * d + b);
    c = std::abs(b + an / c) < tiny ? tiny : b + an / c;
    fraction *= d * c;
    if (std::abs(d * c - 1) < 1e-15) return fraction * scale;
  }
}

/// Pearson's statistic of counts that should all be `expected`; cells never counted may be omitted and given
/// as `absent`.
template <class Counts>
double pearson(Counts const& counts, double expected, std::uint64_t absent = 0) {
  double sum = static_cast<double>(absent) * expected;
  for (double const count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

}  // namespace weft
