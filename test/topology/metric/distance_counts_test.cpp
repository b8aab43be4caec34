#include "weft/topology/metric/distance_counts.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace weft {
namespace {

RC_GTEST_PROP(DistanceCounts, ProductIsThatOfPolynomials,
              (std::vector<std::uint16_t> const& a, std::vector<std::uint16_t> const& b)) {
  RC_PRE(!a.empty() && !b.empty());
  DistanceCounts const x(a.begin(), a.end()), y(b.begin(), b.end());
  DistanceCounts expected(x.size() + y.size() - 1, 0);
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < y.size(); ++j) expected[i + j] += x[i] * y[j];
  RC_ASSERT(product(x, y) == expected);
}

}  // namespace
}  // namespace weft
