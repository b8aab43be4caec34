#include "weft/topology/metric/distance_counts.hpp"

#include <string>

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

TEST(WordOverlaps, AreThoseOfAllPairsOfWords) {
  for (auto const kind : {Words::any, Words::no_letter_twice})
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
