#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

namespace weft {

/// The eigenvalue number `index` (0: the smallest) of a symmetric tridiagonal positive semidefinite matrix
/// with the given diagonal and squares of the entries beside it, by bisection on Sturm counts (G. H. Golub
/// and C. F. Van Loan, Matrix Computations, 8.4).
inline double eigenvalue(std::vector<double> const& diagonal, std::vector<double> const& squares,
                         std::uint32_t index) {
  double high = 0;
  for (std::size_t i = 0; i < diagonal.size(); ++i) {
    double const left = i > 0 ? std::sqrt(squares[i - 1]) : 0;
    double const right = i < squares.size() ? std::sqrt(squares[i]) : 0;
    high = std::fmax(high, diagonal[i] + left + right);
  }
  auto const below = [&](double x) {  // the number of eigenvalues less than x
    std::uint32_t count = 0;
    double pivot = 1;
    for (std::size_t i = 0; i < diagonal.size(); ++i) {
      pivot = diagonal[i] - x - (i > 0 ? squares[i - 1] / pivot : 0);
      if (pivot == 0) pivot = -1e-300;
      count += pivot < 0;
    }
    return count;
  };
  double low = 0;
  for (int step = 0; step < 200 && low < high; ++step) {
    double const middle = low + (high - low) / 2;
    if (middle == low || middle == high) break;
    (below(middle) > index ? high : low) = middle;
  }
  return high;
}

}  // namespace weft
