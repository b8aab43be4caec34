// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/metric/bisection.hpp"

#include <bit>
#include <limits>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace weft {
namespace {

TEST(Bisection, SpectralBoundEqualsTheBisectionOfAHypercube) {
  EXPECT_EQ(spectral_cut(2, 1024), 512u);
  EXPECT_EQ(spectral_cut(8, 8), 16u) << "complete graph";
}

TEST(Bisection, RandomHalvesCutSlightlyMoreThanHalfOfTheLinks) {
  EXPECT_EQ(average_cut(6, 4), 4u) << "complete graph: every half alike";
  EXPECT_EQ(average_cut(10, 5), 6u);
  EXPECT_EQ(average_cut(1, 2), 1u);
}

/// Returns the minimum number of links between a set of `size` vertices and the rest, by enumeration.
std::uint64_t min_cut(Sides const& sides, std::uint64_t size) {
  CartesianShape const shape(sides);
  std::uint64_t min = std::numeric_limits<std::uint64_t>::max();
  for (std::uint32_t set = 0; set < std::uint32_t{1} << shape.size(); ++set) {
    if (static_cast<std::uint64_t>(std::popcount(set)) != size) continue;
    std::uint64_t cut = 0;
    for (std::uint32_t r = 0; r < shape.size(); ++r)
      if (set >> r & 1)
        for (std::uint32_t dim = 0; dim < shape.dims(); ++dim)
          for (std::uint32_t to = 0; to < shape.side(dim); ++to)
            cut += ~set >> shape.move({r}, dim, to).v & 1;
    min = std::min(min, cut);
  }
  return min;
}

TEST(Bisection, HammingCutIsMinimalForAnySize) {
  for (Sides const& sides : {Sides{5}, Sides{3, 3}, Sides{4, 3}, Sides{2, 3, 2}, Sides{5, 2}})
    for (std::uint64_t size = 0; size <= CartesianShape(sides).size(); ++size)
      EXPECT_EQ(hamming_cut(sides, size), min_cut(sides, size)) << "size " << size;
}

RC_GTEST_PROP(DistanceCounts, ProductMatchesPolynomials,
              (std::vector<std::uint16_t> const& a, std::vector<std::uint16_t> const& b)) {
  RC_PRE(!a.empty() && !b.empty());
  DistanceCounts const x(a.begin(), a.end()), y(b.begin(), b.end());
  DistanceCounts expected(x.size() + y.size() - 1, 0);
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < y.size(); ++j) expected[i + j] += x[i] * y[j];
  RC_ASSERT(product(x, y) == expected);
}

std::vector<std::string> words(int letters, std::uint32_t length, Words kind) {
  std::vector<std::string> all{""};
  for (std::uint32_t i = 0; i < length; ++i) {
    std::vector<std::string> longer;
    for (auto const& word : all)
      for (char c = 'a'; c < 'a' + letters; ++c)
        if (kind == Words::any || word.empty() || word.back() != c) longer.push_back(word + c);
    all = longer;
  }
  return all;
}

TEST(WordOverlaps, MatchAllPairsOfWords) {
  for (auto const kind : {Words::any, Words::distinct_neighbors})
    for (int letters = kind == Words::any ? 2 : 3; letters <= 4; ++letters)
      for (std::uint32_t length = 1; length <= (letters == 4 ? 4u : 6u); ++length) {
        std::vector<std::uint64_t> counts(length + 1, 0);
        auto const all = words(letters, length, kind);
        for (auto const& a : all)
          for (auto const& b : all) {
            auto overlap = length;
            while (a.compare(length - overlap, overlap, b, 0, overlap) != 0) --overlap;
            ++counts[overlap];
          }
        EXPECT_EQ(longest_overlaps(static_cast<std::uint64_t>(letters), length, kind), counts)
            << letters << " letters, length " << length;
      }
}

}  // namespace
}  // namespace weft
