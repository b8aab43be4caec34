// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/patterns/by_bits.hpp"

#include <gtest/gtest.h>

#include "support/traffic_lists.hpp"

namespace weft {
namespace {

using List = std::vector<std::uint32_t>;

TEST(Transpose, SwapsTheHalvesOfTheBits) {
  auto const to = all_destinations(*make_traffic<traffic::Transpose>({}, {16}));
  EXPECT_EQ(to[0b0111], 0b1101u);
  EXPECT_EQ(to[0b1000], 0b0010u);
  auto const large = make_traffic<traffic::Transpose>({}, {1 << 20});
  EXPECT_EQ(destinations_of(*large, 0b1111100000'0000011111), List{0b0000011111'1111100000});
}

TEST(Transpose, RotatesAnOddNumberOfBits) {
  auto const to = all_destinations(*make_traffic<traffic::Transpose>({}, {8}));
  EXPECT_EQ(to, (List{0, 2, 4, 6, 1, 3, 5, 7}));
}

// 0 1 2 3 / 4 5 6 7 / 8 9 10 11 by rows is transposed to 0 4 8 / 1 5 9 / ..
TEST(Transpose, UsesTheMostSquareMatrixIfTheTerminalCountIsNoPowerOfTwo) {
  EXPECT_EQ(all_destinations(*make_traffic<traffic::Transpose>({}, {12})),
            (List{0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11}));
}

TEST(Transpose, AcceptsANumberOfRows) {
  EXPECT_EQ(all_destinations(*make_traffic<traffic::Transpose>({.rows = 4}, {8})),
            (List{0, 4, 1, 5, 2, 6, 3, 7}));
}

TEST(Transpose, RejectsTerminalCountsWithoutAMatrix) {
  EXPECT_THROW(make_traffic<traffic::Transpose>({}, {13}), InputError);
  EXPECT_THROW(make_traffic<traffic::Transpose>({.rows = 5}, {12}), InputError);
  EXPECT_NO_THROW(make_traffic<traffic::Transpose>({}, {1}));
}

using List = std::vector<std::uint32_t>;

TEST(BitReversal, ReversesBits) {
  EXPECT_EQ(all_destinations(*make_traffic<traffic::BitReversal>({}, {8})), (List{0, 4, 2, 6, 1, 5, 3, 7}));
  EXPECT_EQ(destinations_of(*make_traffic<traffic::BitReversal>({}, {1 << 20}), 0b10110),
            List{0b01101u << 15});
}

TEST(BitReversal, ReversesTernaryDigits) {  // 5 = 012 in base 3, reversed 210 = 21
  EXPECT_EQ(destinations_of(*make_traffic<traffic::BitReversal>({}, {27}), 5), List{21});
}

// 6 = 2 x 3: e = d0 + 2 d1 sends to d1 + 3 d0.
TEST(BitReversal, ReversesMixedDigits) {
  EXPECT_EQ(all_destinations(*make_traffic<traffic::BitReversal>({}, {6})), (List{0, 3, 1, 4, 2, 5}));
}

TEST(BitReversal, RejectsOddPrimes) {
  EXPECT_THROW(make_traffic<traffic::BitReversal>({}, {3}), InputError);
  EXPECT_THROW(make_traffic<traffic::BitReversal>({}, {1000003}), InputError);
  EXPECT_NO_THROW(make_traffic<traffic::BitReversal>({}, {2}));
}

TEST(BitComplement, InvertsAllBits) {
  EXPECT_EQ(destinations_of(*make_traffic<traffic::BitComplement>({}, {64, 2}), 0b010011),
            (std::vector<std::uint32_t>{0b101100, 0b101100}));
}

TEST(BitComplement, MirrorsTheTerminalsIfTheirCountIsNoPowerOfTwo) {
  EXPECT_EQ(all_destinations(*make_traffic<traffic::BitComplement>({}, {5})),
            (std::vector<std::uint32_t>{4, 3, 2, 1, 0}));
}

}  // namespace
}  // namespace weft
