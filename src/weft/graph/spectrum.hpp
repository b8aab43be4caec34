// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "weft/core/bounds.hpp"
#include "weft/core/progress.hpp"
#include "weft/graph/graph.hpp"

namespace weft {

/// The second smallest eigenvalue of the Laplacian of a symmetric graph, with eigenvectors.
struct Algebraic {
  /// Upper bound: the Rayleigh quotient of the first vector; lower bound: the quotient minus its residual.
  Bounds connectivity;
  /// Unit vectors orthogonal to 1 for the smallest eigenvalues after the first, in ascending order.
  std::vector<std::vector<double>> vectors;
};

/// Computes the algebraic connectivity, 0 if the graph is disconnected. Uses a dense decomposition for small
/// graphs; otherwise Lanczos iterations (Spectra), on the inverse if the eigenvalue is too small to converge
/// and the factor is sparse. Residuals are checked. After about `products` matrix-vector products (0:
/// unlimited), returns bounds that are valid but may be wide.
Algebraic algebraic_connectivity(Graph const& graph, Progress& progress = no_progress(),
                                 std::uint64_t products = 0);

/// Returns a lower bound on the cut of divisions into `part` and n - part vertices: eigenvalue * part * (n -
/// part) / n (M. Fiedler, 1975; A. Pothen, H. D. Simon and K.-P. Liou, 1990), rounded up to an integer, with
/// the parity of the cut if all degrees are even or all are odd.
std::uint64_t spectral_cut_bound(Graph const& graph, double eigenvalue, std::uint64_t part);

}  // namespace weft
