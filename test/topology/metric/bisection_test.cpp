#include "weft/topology/metric/bisection.hpp"

#include <bit>
#include <limits>

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(Bisection, SpectralBoundOfTheHypercubeIsItsBisection) {
  EXPECT_EQ(spectral_cut(2, 1024), 512u);
  EXPECT_EQ(spectral_cut(8, 8), 16u) << "complete graph";
}

TEST(Bisection, ARandomHalfCutsHalfAndALittleMore) {
  EXPECT_EQ(average_cut(6, 4), 4u) << "complete graph: every half alike";
  EXPECT_EQ(average_cut(10, 5), 6u);
  EXPECT_EQ(average_cut(1, 2), 1u);
}

/// The minimum number of links between a set of that size and the rest, by trying all.
std::uint64_t least_cut(Sides const& sides, std::uint64_t size) {
  CartesianShape const shape(sides);
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (std::uint32_t set = 0; set < std::uint32_t{1} << shape.size(); ++set) {
    if (static_cast<std::uint64_t>(std::popcount(set)) != size) continue;
    std::uint64_t cut = 0;
    for (std::uint32_t r = 0; r < shape.size(); ++r)
      if (set >> r & 1)
        for (std::uint32_t dim = 0; dim < shape.dims(); ++dim)
          for (std::uint32_t to = 0; to < shape.side(dim); ++to)
            cut += ~set >> shape.move({r}, dim, to).v & 1;
    least = std::min(least, cut);
  }
  return least;
}

TEST(Bisection, HammingCutIsTheLeastOfAnySize) {
  for (Sides const& sides : {Sides{5}, Sides{3, 3}, Sides{4, 3}, Sides{2, 3, 2}, Sides{5, 2}})
    for (std::uint64_t size = 0; size <= CartesianShape(sides).size(); ++size)
      EXPECT_EQ(hamming_cut(sides, size), least_cut(sides, size)) << "size " << size;
}

}  // namespace
}  // namespace weft
