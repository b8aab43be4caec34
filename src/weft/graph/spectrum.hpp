// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "weft/core/bounds.hpp"
#include "weft/core/progress.hpp"
#include "weft/graph/graph.hpp"

namespace weft {

/// The second smallest eigenvalue of the Laplacian of a symmetric graph, and corresponding eigenvectors.
struct Algebraic {
  /// The Rayleigh quotient of the first vector, an upper bound on the eigenvalue, and the quotient minus its
  /// residual as lower bound.
  Bounds connectivity;
  /// Unit vectors orthogonal to 1 for the smallest eigenvalues above the first, in ascending order.
  std::vector<std::vector<double>> vectors;
};

/// Uses a dense decomposition for small graphs; else Lanczos iterations (Spectra), inverted if the eigenvalue
/// is too small for them and the factor sparse. Residuals are checked. A disconnected graph has 0. After
/// about `products` of the matrix with a vector (0: unlimited) it gives up: the bounds are then valid for any
/// vector.
Algebraic algebraic_connectivity(Graph const& graph, Progress& progress = no_progress(),
                                 std::uint64_t products = 0);

/// Returns the lower bound eigenvalue * part * (n - part) / n on the cut of divisions into `part` and n -
/// part vertices (M. Fiedler, 1975; A. Pothen, H. D. Simon and K.-P. Liou, 1990); rounded up to a whole
/// number, and to the parity of the cut if the degrees are all even or all odd.
std::uint64_t spectral_cut_bound(Graph const& graph, double eigenvalue, std::uint64_t part);

}  // namespace weft
