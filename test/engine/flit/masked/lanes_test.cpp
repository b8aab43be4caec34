// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/masked/lanes.hpp"

#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "weft/core/random.hpp"

namespace weft::flit {
namespace {

template <class Word>
class LanesTest : public testing::Test {
 protected:
  using Vector = typename Lanes<Word>::Vector;
  static constexpr std::uint32_t count = Lanes<Word>::count, bits = Lanes<Word>::bits;

  Vector random() {
    Vector sets;
    for (std::uint32_t lane = 0; lane < count; ++lane) sets[lane] = static_cast<Word>(rng_() & rng_());
    return sets;
  }
  static bool has(Vector const& sets, std::uint32_t lane, std::uint32_t place) {
    return (sets[lane] >> place & 1) != 0;
  }
  Rng rng_{5, Purpose::test, 0};
};
using Words = testing::Types<std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(LanesTest, Words);

TYPED_TEST(LanesTest, PicksRoundRobinFromThePreferredBit) {
  using Set = Lanes<TypeParam>;
  for (std::uint32_t from = 0; from <= this->bits; ++from) {
    auto const sets = this->random();
    typename TestFixture::Vector places{};
    for (std::uint32_t place = from; place < this->bits; ++place) places |= Set::bit(place);
    auto const picked = Set::pick(sets, places);
    for (std::uint32_t lane = 0; lane < this->count; ++lane) {
      TypeParam expected = 0;
      for (std::uint32_t step = 0; step < this->bits && expected == 0; ++step)
        expected = static_cast<TypeParam>(sets[lane] & Set::bit((from + step) % this->bits));
      EXPECT_EQ(picked[lane], expected) << from;
    }
  }
}

TYPED_TEST(LanesTest, FindsTheBitsAboveASingleBit) {
  using Set = Lanes<TypeParam>;
  for (std::uint32_t place = 0; place < this->bits; ++place) {
    typename TestFixture::Vector bit{};
    bit |= Set::bit(place);
    for (std::uint32_t other = 0; other < this->bits; ++other)
      EXPECT_EQ(this->has(Set::above(bit), 0, other), other > place);
  }
}

TYPED_TEST(LanesTest, DetectsNonEmptyLanes) {
  using Set = Lanes<TypeParam>;
  typename TestFixture::Vector sets{};
  EXPECT_FALSE(Set::any(sets));
  for (std::uint32_t lane = 0; lane < this->count; ++lane) {
    sets = typename TestFixture::Vector{};
    sets[lane] = Set::bit(this->bits - 1);
    EXPECT_TRUE(Set::any(sets));
  }
}

/// Random additions and subtractions, compared with an array of numbers.
TYPED_TEST(LanesTest, BitPlanesAddSubtractAndCompare) {
  using Vector = typename TestFixture::Vector;
  constexpr std::uint32_t planes = 3, maximum = 7;
  std::array<Vector, 2 * planes> memory{};
  BitPlanes<TypeParam> const numbers{memory.data(), planes}, others{memory.data() + planes, planes};
  std::vector<std::uint32_t> expected(this->count * this->bits);
  auto const at = [&](std::uint32_t lane, std::uint32_t place) -> std::uint32_t& {
    return expected[lane * this->bits + place];
  };
  others.add(this->random());
  others.add(this->random());
  for (int step = 0; step < 50; ++step) {
    auto up = this->random(), down = this->random();
    for (std::uint32_t lane = 0; lane < this->count; ++lane)
      for (std::uint32_t place = 0; place < this->bits; ++place) {
        auto const bit = Lanes<TypeParam>::bit(place);
        if (at(lane, place) == maximum) up[lane] &= static_cast<TypeParam>(~bit);
        at(lane, place) += this->has(up, lane, place);
        if (at(lane, place) == 0) down[lane] &= static_cast<TypeParam>(~bit);
        at(lane, place) -= this->has(down, lane, place);
      }
    numbers.add(up);
    numbers.subtract(down);
    auto const positive = numbers.positive(), at_most = others.at_most(numbers, 3);
    for (std::uint32_t lane = 0; lane < this->count; ++lane)
      for (std::uint32_t place = 0; place < this->bits; ++place) {
        EXPECT_EQ(this->has(positive, lane, place), at(lane, place) > 0);
        std::uint32_t other = 0;
        for (std::uint32_t k = 0; k < planes; ++k)
          other |= std::uint32_t{this->has(memory[planes + k], lane, place)} << k;
        EXPECT_EQ(this->has(at_most, lane, place), other <= at(lane, 3));
      }
  }
}

}  // namespace
}  // namespace weft::flit
