// SPDX-License-Identifier: Apache-2.0
#include "weft/core/random.hpp"

#include <bit>
#include <functional>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "support/goodness_of_fit.hpp"

namespace weft {
namespace {

/// The test vectors in kat_vectors of Random123 for philox4x32 with 10 rounds.
TEST(PhiloxTest, MatchesPublishedTestVectors) {
  using Words = std::array<std::uint64_t, 2>;
  EXPECT_EQ(philox(0, Purpose{0}, 0, 0), (Words{0xe169c58d6627e8d5, 0x9b00dbd8bc57ac4c}));
  std::uint32_t const ones = 0xffffffff;
  EXPECT_EQ(philox(~std::uint64_t{0}, Purpose{ones}, ~std::uint64_t{0}, ones),
            (Words{0x41c83b0e408f276d, 0x6d5451fda20bc7c6}));
  EXPECT_EQ(philox(0x299f31d0a4093822, Purpose{0x13198a2e}, 0x85a308d3243f6a88, 0x03707344),
            (Words{0x94fdccebd16cfe09, 0x24126ea15001e420}));
}

/// The first outputs of SplitMix64 with seed 1234567 (test vectors of the reference implementation).
TEST(Mix64Test, MatchesSplitMix) {
  constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;
  EXPECT_EQ(mix64(1234567 + golden), 6457827717110365317u);
  EXPECT_EQ(mix64(1234567 + 2 * golden), 3203168211198807973u);
}

TEST(RngTest, StreamsAreReproducibleAndDistinct) {
  std::set<std::uint64_t> firsts;
  for (std::uint64_t seed = 0; seed < 3; ++seed)
    for (Purpose const purpose : {Purpose::traffic, Purpose::relay})
      for (std::uint64_t index = 0; index < 3; ++index)
        for (std::uint32_t block = 0; block < 3; ++block) firsts.insert(Rng(seed, purpose, index, block)());
  EXPECT_EQ(firsts.size(), 54u);
  EXPECT_EQ(Rng(1, Purpose::test, 2)(), Rng(1, Purpose::test, 2)());
}

TEST(RngTest, FillMatchesSingleDraws) {
  Rng one(7, Purpose::test, 0), many(7, Purpose::test, 0);
  std::vector<std::uint64_t> words(100);
  many.fill(words);
  for (std::uint64_t const word : words) EXPECT_EQ(word, one());
  EXPECT_EQ(one(), many());
}

TEST(RngTest, BelowAndUniformCoverTheirRangesEvenly) {
  Rng random(3, Purpose::test, 0);
  std::vector<int> hits(10);
  double sum = 0;
  for (int i = 0; i < 100000; ++i) {
    ++hits.at(random.below(10));
    double const uniform = random.uniform();
    ASSERT_TRUE(uniform >= 0 && uniform < 1);
    sum += uniform;
  }
  for (int const hit : hits) EXPECT_NEAR(hit, 10000, 500);
  EXPECT_NEAR(sum / 100000, 0.5, 0.005);
  EXPECT_EQ(scale32(0xffffffff, 10), 9u);
  EXPECT_EQ(scale32(0, 10), 0u);
}

TEST(RandomWordsTest, MatchTheRngOfTheSameStream) {
  RandomWords const words(7, Purpose::test, 3, 2);
  Rng rng(7, Purpose::test, 3, 2), derived = Rng::derived(words(5));
  for (std::uint64_t k = 0; k < 100; ++k) {
    EXPECT_EQ(words(k), rng());
    EXPECT_EQ(RandomWords::derived(words(5))(k), derived());
  }
}

TEST(RandomWordsTest, BatchesMatchSingleCalls) {
  RandomWords const words(7, Purpose::test);
  for (std::uint64_t const bound :
       {std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{1000000007}, std::uint64_t{1} << 32}) {
    std::vector<std::uint32_t> batch(333);
    words.below(bound, std::uint64_t{5} << 40, batch);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      ASSERT_EQ(batch[i], words.below(bound, (std::uint64_t{5} << 40) + i));
      ASSERT_LT(batch[i], bound);
    }
  }
}

TEST(RandomWordsTest, BelowReturnsTheUpperHalfOfTheProduct) {
  RandomWords const words(8, Purpose::test);
  for (std::uint64_t const bound : {std::uint64_t{10}, std::uint64_t{4000000000}, std::uint64_t{1} << 32})
    for (std::uint64_t i = 0; i < 100; ++i)
      EXPECT_EQ(words.below(bound, i),
                static_cast<std::uint64_t>(static_cast<unsigned __int128>(words(i)) * bound >> 64));
}

// 2^32 is not near a multiple of 3,000,000,000: 32 random bits would favor one third of the values.
TEST(RandomWordsTest, LargeBoundsAreNotBiased) {
  RandomWords const words(9, Purpose::test);
  std::vector<std::uint32_t> values(3000000);
  words.below(3000000000, 0, values);
  std::vector<std::uint64_t> residues(3), thousandths(1000);
  for (auto const value : values) {
    ++residues[value % 3];
    ++thousandths[value / 3000000];
  }
  EXPECT_GT(goodness_of_fit(residues), 1e-5);
  EXPECT_GT(goodness_of_fit(thousandths), 1e-5);
}

/// Two words for each of many items.
struct Pairs {
  char const* what;
  std::function<std::uint64_t(std::uint64_t item)> first, second;
};

/// Returns all kinds of neighboring words of a computation: counters, items, streams, seeds, words and words
/// derived from them.
std::vector<Pairs> neighbors() {
  RandomWords const words(1, Purpose::test), other_purpose(1, Purpose::route);
  auto const item = [=](std::uint64_t i) { return words(i << 32); };
  return {
      {"counters", words, [=](std::uint64_t k) { return words(k + 1); }},
      {"items", item, [=](std::uint64_t i) { return words((i + 1) << 32); }},
      {"counters of an item", item, [=](std::uint64_t i) { return words(i << 32 | 1); }},
      {"purposes", words, other_purpose},
      {"seeds", [](std::uint64_t seed) { return RandomWords(seed, Purpose::test)(0); },
       [](std::uint64_t seed) { return RandomWords(seed + 1, Purpose::test)(0); }},
      {"indices", [](std::uint64_t index) { return RandomWords(1, Purpose::test, index)(0); },
       [](std::uint64_t index) { return RandomWords(1, Purpose::test, index + 1)(0); }},
      {"parent and child", words, [=](std::uint64_t k) { return RandomWords::derived(words(k))(0); }},
      {"children", [=](std::uint64_t k) { return RandomWords::derived(words(k))(0); },
       [=](std::uint64_t k) { return RandomWords::derived(words(k))(1); }},
      {"first children of neighbors", [=](std::uint64_t k) { return RandomWords::derived(words(k))(0); },
       [=](std::uint64_t k) { return RandomWords::derived(words(k + 1))(0); }},
      {"child and grandchild", [=](std::uint64_t k) { return RandomWords::derived(words(k))(1); },
       [=](std::uint64_t k) { return RandomWords::derived(RandomWords::derived(words(k))(0))(0); }},
  };
}

// The upper, middle and lower six bits of two words fill a square evenly.
TEST(RandomWordsTest, NeighborsAreUniformAndIndependent) {
  for (auto const& neighborhood : neighbors())
    for (int const shift : {58, 29, 0}) {
      std::vector<std::uint64_t> cells(4096);
      for (std::uint64_t item = 0; item < 200000; ++item)
        ++cells[(neighborhood.first(item) >> shift & 63) * 64 + (neighborhood.second(item) >> shift & 63)];
      auto const fit = goodness_of_fit(cells);
      EXPECT_GT(fit, 1e-4) << neighborhood.what << ", bits from " << shift;
      EXPECT_LT(fit, 1 - 1e-4) << neighborhood.what << ", bits from " << shift << ": too even";
    }
}

// Half of the 64 bits differ on average, with the binomial variance of 16.
TEST(RandomWordsTest, NeighborsShareNoBits) {
  constexpr int items = 100000;
  for (auto const& neighborhood : neighbors()) {
    double sum = 0, squares = 0;
    for (std::uint64_t item = 0; item < items; ++item) {
      auto const apart = std::popcount(neighborhood.first(item) ^ neighborhood.second(item)) - 32.0;
      sum += apart;
      squares += apart * apart;
    }
    EXPECT_NEAR(sum / items, 0, 0.06) << neighborhood.what;
    EXPECT_NEAR(squares / items, 16, 0.35) << neighborhood.what;
  }
}

}  // namespace
}  // namespace weft
