#pragma once

#include <cstdint>
#include <string>

namespace weft {

/// The maximum number of vertices of a graph with these degrees and diameter, exactly, however long the
/// number.
struct MooreBound {
  std::string digits;
  double value = 0;  ///< infinity beyond the range of doubles
};

/// 1 + d + d (d - 1) + .. + d (d - 1)^(D - 1) for undirected graphs; 1 + d + .. + d^D for directed ones.
/// Source: A. J. Hoffman and R. R. Singleton, On Moore graphs with diameters 2 and 3, IBM J. Res. Dev. 4,
/// 1960.
MooreBound moore_bound(std::uint32_t degree, std::uint32_t diameter, bool directed);

}  // namespace weft
