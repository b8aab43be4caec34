#include "weft/traffic/patterns/bit_complement.hpp"

#include <gtest/gtest.h>

#include "support/traffic_lists.hpp"

namespace weft {
namespace {

TEST(BitComplement, InvertsAllBits) {
  EXPECT_EQ(destinations_of(*make_traffic<traffic::BitComplement>({}, {64, 2}), 0b010011),
            (std::vector<std::uint32_t>{0b101100, 0b101100}));
}

TEST(BitComplement, MirrorsOtherNumbers) {
  EXPECT_EQ(all_destinations(*make_traffic<traffic::BitComplement>({}, {5})),
            (std::vector<std::uint32_t>{4, 3, 2, 1, 0}));
}

}  // namespace
}  // namespace weft
