// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "weft/core/bounds.hpp"
#include "weft/core/progress.hpp"
#include "weft/graph/graph.hpp"

namespace weft {

/// The second smallest eigenvalue of the Laplacian of a symmetric graph, and vectors that belong to it.
struct Algebraic {
  /// The Rayleigh quotient of the first vector, an upper bound on the eigenvalue, and that minus its
  /// residual.
  Bounds connectivity;
  /// Unit vectors orthogonal to 1 for the smallest eigenvalues above the first, ascending.
  std::vector<std::vector<double>> vectors;
};

/// By a dense decomposition of small graphs; else by Lanczos iterations (Spectra), inverted where the
/// eigenvalue is too small for them and the factor sparse. Residuals are checked. A graph that is not
/// connected has 0. After about `products` of the matrix with a vector (0: no limit) it gives up: the bounds
/// are then those of any vector.
Algebraic algebraic_connectivity(Graph const& graph, Progress& progress = no_progress(),
                                 std::uint64_t products = 0);

/// No division into `part` and n - part vertices cuts fewer edges than eigenvalue * part * (n - part) / n (M.
/// Fiedler, 1975; A. Pothen, H. D. Simon and K.-P. Liou, 1990); rounded up to a whole number, and to the next
/// of the parity of the cut where the degrees are all even or all odd.
std::uint64_t spectral_cut_bound(Graph const& graph, double eigenvalue, std::uint64_t part);

}  // namespace weft
