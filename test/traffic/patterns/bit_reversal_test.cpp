#include "weft/traffic/patterns/bit_reversal.hpp"

#include <gtest/gtest.h>

#include "support/traffic_lists.hpp"

namespace weft {
namespace {

using List = std::vector<std::uint32_t>;

TEST(BitReversal, ReversesBits) {
  EXPECT_EQ(all_destinations(*make_traffic<traffic::BitReversal>({}, {8})), (List{0, 4, 2, 6, 1, 5, 3, 7}));
  EXPECT_EQ(destinations_of(*make_traffic<traffic::BitReversal>({}, {1 << 20}), 0b10110),
            List{0b01101u << 15});
}

TEST(BitReversal, ReversesTernaryDigits) {  // 5 = 012 in base 3, reversed 210 = 21
  EXPECT_EQ(destinations_of(*make_traffic<traffic::BitReversal>({}, {27}), 5), List{21});
}

// 6 = 2 x 3: e = d0 + 2 d1 goes to d1 + 3 d0.
TEST(BitReversal, ReversesMixedDigits) {
  EXPECT_EQ(all_destinations(*make_traffic<traffic::BitReversal>({}, {6})), (List{0, 3, 1, 4, 2, 5}));
}

TEST(BitReversal, RefusesOddPrimes) {
  EXPECT_THROW(make_traffic<traffic::BitReversal>({}, {3}), InputError);
  EXPECT_THROW(make_traffic<traffic::BitReversal>({}, {1000003}), InputError);
  EXPECT_NO_THROW(make_traffic<traffic::BitReversal>({}, {2}));
}

}  // namespace
}  // namespace weft
