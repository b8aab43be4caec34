// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace weft {

/// The maximum number of vertices of a graph with a given degree and diameter, as exact decimal digits.
struct MooreBound {
  std::string digits;
  double value = 0;  ///< infinity if out of range
};

/// Returns the Moore bound: 1 + d + d (d - 1) + .. + d (d - 1)^(D - 1) for undirected graphs, 1 + d + .. +
/// d^D for directed graphs. Source: A. J. Hoffman and R. R. Singleton, On Moore graphs with diameters 2 and
/// 3, IBM J. Res. Dev. 4, 1960.
MooreBound moore_bound(std::uint32_t degree, std::uint32_t diameter, bool directed);

/// Returns a lower bound on the mean distance between distinct vertices of a graph of degree `degree`; 0 for
/// fewer than two vertices. At most d (d - 1)^(k - 1) vertices are at distance k from a vertex, d^k in
/// directed graphs, so the mean is at least the mean of the Moore tree filled level by level. Source: V. G.
/// Cerf, D. D. Cowan, R. C. Mullin and R. G. Stanton, A lower bound on the average shortest path length in
/// regular graphs, Networks 4, 1974.
double min_mean_distance(double vertices, double degree, bool directed);

}  // namespace weft
