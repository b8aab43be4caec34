// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/keyed_bijection.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "support/goodness_of_fit.hpp"
#include "weft/core/random.hpp"

namespace weft {
namespace {

template <class Word>
class KeyedBijectionTest : public testing::Test {
 protected:
  using Bijection = BasicKeyedBijection<Word>;
  static std::vector<Word> table(Bijection const& bijection) {
    std::vector<Word> images(bijection.size());
    bijection.map(0, images);
    return images;
  }
  static bool is_permutation(std::vector<Word> images) {
    std::ranges::sort(images);
    for (std::size_t i = 0; i < images.size(); ++i)
      if (images[i] != i) return false;
    return true;
  }
  /// Returns a size of any magnitude that Word can represent.
  static std::uint64_t any_size() {
    auto const bits = *rc::gen::inRange(1, sizeof(Word) == 8 ? 64 : 33);
    std::uint64_t const power = std::uint64_t{1} << bits;
    return *rc::gen::oneOf(rc::gen::just(power > 0 ? power : 1),
                           rc::gen::inRange<std::uint64_t>(power / 2, power));
  }
};
using WordTypes = testing::Types<std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(KeyedBijectionTest, WordTypes);

TYPED_TEST(KeyedBijectionTest, MapsToEveryNumberOnce) {
  for (std::uint64_t size = 1; size <= 130; ++size)
    for (std::uint64_t index = 0; index < 8; ++index)
      ASSERT_TRUE(this->is_permutation(this->table({size, 1, index}))) << size << ' ' << index;
  for (std::uint64_t const size : {1000u, 1024u, 1025u, 65535u, 65536u, 65537u, 1000000u})
    ASSERT_TRUE(this->is_permutation(this->table({size, 2, 3}))) << size;
}

TYPED_TEST(KeyedBijectionTest, InverseRestoresTheArgument) {
  EXPECT_TRUE(rc::check([this](std::uint64_t seed, std::uint64_t index) {
    std::uint64_t const size = this->any_size();
    BasicKeyedBijection<TypeParam> const bijection(size, seed, index);
    auto const x = static_cast<TypeParam>(*rc::gen::inRange<std::uint64_t>(0, size));
    RC_ASSERT(bijection.size() == size);
    RC_ASSERT(bijection(x) < size);
    RC_ASSERT(bijection.inverse(bijection(x)) == x);
    RC_ASSERT(bijection(bijection.inverse(x)) == x);
  }));
}

TYPED_TEST(KeyedBijectionTest, BatchesMatchSingleCalls) {
  EXPECT_TRUE(rc::check([this](std::uint64_t seed) {
    std::uint64_t const size = this->any_size();
    BasicKeyedBijection<TypeParam> const bijection(size, seed, 5);
    std::uint64_t const count = *rc::gen::inRange<std::uint64_t>(0, std::min<std::uint64_t>(size, 1000));
    auto const first = static_cast<TypeParam>(*rc::gen::inRange<std::uint64_t>(0, size - count));
    std::vector<TypeParam> mapped(count), applied(count);
    bijection.map(first, mapped);
    std::iota(applied.begin(), applied.end(), first);
    bijection.apply(applied);
    RC_ASSERT(mapped == applied);
    for (std::size_t i = 0; i < count; ++i)
      RC_ASSERT(mapped[i] == bijection(static_cast<TypeParam>(first + i)));
  }));
}

TYPED_TEST(KeyedBijectionTest, KeysAndStreamsYieldDifferentPermutations) {
  std::set<std::vector<TypeParam>> seen;
  for (std::uint64_t seed = 0; seed < 10; ++seed)
    for (std::uint64_t index = 0; index < 10; ++index)
      for (std::uint32_t stream = 0; stream < 3; ++stream)
        seen.insert(this->table({50, seed, index, stream}));
  EXPECT_EQ(seen.size(), 300u);
}

// Over all keys, every x is mapped to every y with equal frequency.
TYPED_TEST(KeyedBijectionTest, PairsAreUniform) {
  for (std::uint64_t const size : {2u, 3u, 4u, 5u, 6u, 7u, 8u, 9u, 16u, 27u, 32u}) {
    std::vector<std::uint64_t> counts(size * size);
    for (std::uint64_t index = 0; index < 1000 * size; ++index) {
      auto const images = this->table({size, 11, index});
      for (std::size_t x = 0; x < size; ++x) ++counts[x * size + images[x]];
    }
    std::vector<double> const expected(counts.size(), 1000);
    auto const freedom = static_cast<double>((size - 1) * (size - 1));
    EXPECT_GT(goodness_of_fit(counts, expected, freedom), 1e-5) << size;
    EXPECT_LT(goodness_of_fit(counts, expected, freedom), 1 - 1e-5) << size;
  }
}

// Over all keys, all permutations of a few elements are equally frequent.
TYPED_TEST(KeyedBijectionTest, SmallPermutationsAreUniform) {
  for (auto const& [size, permutations] : {std::pair{3u, 6u}, {4u, 24u}, {5u, 120u}, {6u, 720u}}) {
    std::map<std::vector<TypeParam>, std::uint64_t> counted;
    for (std::uint64_t index = 0; index < 200 * permutations; ++index)
      ++counted[this->table({size, 12, index})];
    ASSERT_EQ(counted.size(), permutations);
    std::vector<std::uint64_t> counts;
    for (auto const& [images, count] : counted) counts.push_back(count);
    EXPECT_GT(goodness_of_fit(counts), 1e-5) << size;
  }
}

// The number of fixed points of a uniform permutation is Poisson(1), almost exactly.
TYPED_TEST(KeyedBijectionTest, FixedPointsArePoisson) {
  std::array const poisson{0.36788, 0.36788, 0.18394, 0.06131, 0.01533, 0.00366};  // the last: 5 or more
  for (std::uint64_t const size : {100u, 128u, 1000u, 1024u}) {
    constexpr std::uint64_t keys = 20000;
    std::array<std::uint64_t, poisson.size()> counts{};
    for (std::uint64_t index = 0; index < keys; ++index) {
      auto const images = this->table({size, 13, index});
      std::size_t fixed = 0;
      for (std::size_t x = 0; x < size; ++x) fixed += images[x] == x;
      ++counts[std::min(fixed, counts.size() - 1)];
    }
    std::array<double, poisson.size()> expected{};
    for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = poisson[i] * keys;
    EXPECT_GT(goodness_of_fit(counts, expected, poisson.size() - 1), 1e-5) << size;
  }
}

TYPED_TEST(KeyedBijectionTest, HalfThePermutationsAreOdd) {
  for (std::uint64_t const size : {16u, 27u, 64u, 1024u}) {
    constexpr int keys = 4000;
    int odd = 0;
    for (std::uint64_t index = 0; index < keys; ++index) {
      auto images = this->table({size, 14, index});
      bool is_odd = false;
      for (std::size_t x = 0; x < size; ++x)
        for (; images[x] != x; is_odd = !is_odd) std::swap(images[x], images[images[x]]);
      odd += is_odd;
    }
    EXPECT_NEAR(odd, 0.5 * keys, 4 * 0.5 * std::sqrt(keys)) << size;
  }
}

// The images of x and of x with one bit flipped, or of x and x + 2^i, have all nonzero differences with equal
// frequency.
TYPED_TEST(KeyedBijectionTest, DifferencesAreUniform) {
  for (std::uint32_t const bits : {4u, 6u, 8u, 9u, 10u, 12u}) {
    std::uint64_t const size = 1u << bits;
    for (std::uint32_t bit = 0; bit < bits; ++bit) {
      std::vector<std::uint64_t> flipped(size), added(size);
      Rng draw(1, Purpose::test, bit);
      for (std::uint64_t index = 0; index < 30 * size; ++index) {
        BasicKeyedBijection<TypeParam> const bijection(size, 15, index);
        auto const x = static_cast<TypeParam>(draw.below(size)),
                   power = static_cast<TypeParam>(TypeParam{1} << bit);
        ++flipped[bijection(x) ^ bijection(x ^ power)];
        ++added[(bijection((x + power) % size) - bijection(x)) % size];
      }
      EXPECT_EQ(flipped[0] + added[0], 0u);
      EXPECT_GT(goodness_of_fit(std::span(flipped).subspan(1)), 1e-5) << bits << ' ' << bit;
      EXPECT_GT(goodness_of_fit(std::span(added).subspan(1)), 1e-5) << bits << ' ' << bit;
    }
  }
}

// The distribution of the images of a block of consecutive numbers over blocks (cliques, copies) has the
// variance of sampling without replacement, for runs and for residue classes.
TYPED_TEST(KeyedBijectionTest, BlocksSpreadLikeRandomSamples) {
  struct Case {
    std::uint32_t size, block;
  };
  for (auto const [size, block] :
       {Case{1024, 32}, {32768, 32}, {32768, 1024}, {262144, 4096}, {100000, 1000}}) {
    std::uint32_t const blocks = size / block, keys = 300;
    double const p = static_cast<double>(block) / size, mean = block * p;
    double const variance = mean * (1 - p) * (size - block) / (size - 1.0);
    for (bool const residues : {false, true}) {
      double squares = 0;
      std::vector<TypeParam> images(block);
      for (std::uint64_t index = 0; index < keys; ++index) {
        BasicKeyedBijection<TypeParam>(size, 16, index)
            .map(static_cast<TypeParam>(index % blocks * block), images);
        std::vector<std::uint32_t> counts(blocks);
        for (auto const y : images) ++counts[residues ? y % blocks : y / block];
        for (auto const count : counts) squares += (count - mean) * (count - mean);
      }
      EXPECT_NEAR(squares / blocks / keys / variance, 1, 5 / std::sqrt(double{keys} * blocks / 2))
          << size << ' ' << block << ' ' << residues;
    }
  }
}

TYPED_TEST(KeyedBijectionTest, SupportsTheLargestSizes) {
  std::uint64_t const max = std::uint64_t{1} << (sizeof(TypeParam) == 8 ? 63 : 32);
  for (std::uint64_t const size : {max - 1, max, max / 4}) {
    std::vector<TypeParam> images(100000);
    BasicKeyedBijection<TypeParam>(size, 17, 0).map(static_cast<TypeParam>(size - images.size()), images);
    std::vector<std::uint64_t> parts(64);
    for (auto const y : images) ++parts[y / (size / 64 + 1)];
    EXPECT_GT(goodness_of_fit(parts), 1e-5);
    EXPECT_EQ(std::set<TypeParam>(images.begin(), images.end()).size(), images.size());
  }
}

}  // namespace
}  // namespace weft
