#include "weft/core/random.hpp"

#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace weft {
namespace {

/// The vectors of Random123's kat_vectors for philox4x32 with 10 rounds.
TEST(PhiloxTest, AgreesWithTheKnownAnswers) {
  using Words = std::array<std::uint64_t, 2>;
  EXPECT_EQ(philox(0, Purpose{0}, 0, 0), (Words{0xe169c58d6627e8d5, 0x9b00dbd8bc57ac4c}));
  std::uint32_t const ones = 0xffffffff;
  EXPECT_EQ(philox(~std::uint64_t{0}, Purpose{ones}, ~std::uint64_t{0}, ones),
            (Words{0x41c83b0e408f276d, 0x6d5451fda20bc7c6}));
  EXPECT_EQ(philox(0x299f31d0a4093822, Purpose{0x13198a2e}, 0x85a308d3243f6a88, 0x03707344),
            (Words{0x94fdccebd16cfe09, 0x24126ea15001e420}));
}

/// The first outputs of SplitMix64 with seed 1234567 (the vectors of its reference implementation).
TEST(Mix64Test, AgreesWithSplitMix) {
  constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;
  EXPECT_EQ(mix64(1234567 + golden), 6457827717110365317u);
  EXPECT_EQ(mix64(1234567 + 2 * golden), 3203168211198807973u);
}

TEST(RngTest, StreamsAreNamedAndApart) {
  std::set<std::uint64_t> firsts;
  for (std::uint64_t seed = 0; seed < 3; ++seed)
    for (Purpose const purpose : {Purpose::traffic, Purpose::relay})
      for (std::uint64_t index = 0; index < 3; ++index)
        for (std::uint32_t block = 0; block < 3; ++block) firsts.insert(Rng(seed, purpose, index, block)());
  EXPECT_EQ(firsts.size(), 54u);
  EXPECT_EQ(Rng(1, Purpose::test, 2)(), Rng(1, Purpose::test, 2)());
}

TEST(RngTest, FillEqualsSingleDraws) {
  Rng one(7, Purpose::test, 0), many(7, Purpose::test, 0);
  std::vector<std::uint64_t> words(100);
  many.fill(words);
  for (std::uint64_t const word : words) EXPECT_EQ(word, one());
  EXPECT_EQ(one(), many());
}

TEST(RngTest, BelowAndUniformFillTheirRangesEvenly) {
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

}  // namespace
}  // namespace weft
