#include "weft/traffic/schedule/sparse_torus/closed_forms.hpp"

#include <cmath>
#include <numeric>

namespace weft::sparse_torus_forms {
namespace {

using Wide = __int128;

/// C(n, k), exact: every partial product is a binomial coefficient.
Wide binomial(std::int64_t n, std::int64_t k) {
  if (n < k) return 0;
  Wide value = 1;
  for (std::int64_t i = 1; i <= k; ++i) value = value * (n - k + i) / i;
  return value;
}

/// The d-tuples of digits 0 .. n - 1 that add up to `sum`.
Wide tuples(std::int64_t d, std::int64_t n, std::int64_t sum) {
  Wide count = 0;
  for (std::int64_t j = 0; j <= d && j * n <= sum; ++j)
    count += (j % 2 == 0 ? 1 : -1) * binomial(d, j) * binomial(sum - j * n + d - 1, d - 1);
  return count;
}

std::int64_t totient(std::int64_t g) {
  std::int64_t count = 0;
  for (std::int64_t i = 1; i <= g; ++i) count += std::gcd(i, g) == 1 ? 1 : 0;
  return count;
}

}  // namespace

std::vector<std::uint64_t> level_sizes(std::uint32_t dimensions, std::uint32_t side) {
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t k = 0; k <= std::uint64_t{dimensions} * (side - 1); ++k)
    sizes.push_back(static_cast<std::uint64_t>(tuples(dimensions, side, static_cast<std::int64_t>(k))));
  return sizes;
}

std::uint64_t steady_period(std::uint32_t dimensions, std::uint32_t side) {
  if (dimensions <= 1) return 0;
  std::int64_t const d = dimensions, n = side;
  Wide sum = 0;
  for (std::int64_t k = 1; k < d; ++k)
    for (std::int64_t g = 1; g <= d; ++g)
      if (d % g == 0 && k * n % g == 0) sum += k * totient(g) * tuples(d / g, n, k * n / g);
  return static_cast<std::uint64_t>(sum / d);
}

std::uint64_t makespan(std::uint32_t dimensions, std::uint32_t side) {
  return dimensions == 1 ? 0 : steady_period(dimensions, side) + side - 1;
}

double link_bound(std::uint32_t dimensions, std::uint32_t side) {
  if (dimensions == 1) return 0;
  return std::pow(side, static_cast<double>(dimensions) - 2) * (side - 1.0) / 2;
}

std::uint64_t crossing_makespan(std::uint32_t side, bool both_axes) {
  std::uint64_t const n = side;
  return both_axes ? n + n / 2 - 1 : 2 * n - 2;
}

}  // namespace weft::sparse_torus_forms
