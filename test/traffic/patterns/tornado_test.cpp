#include "weft/traffic/patterns/tornado.hpp"

#include <gtest/gtest.h>

#include "support/traffic_lists.hpp"

namespace weft {
namespace {

using List = std::vector<std::uint32_t>;

TEST(Tornado, IsOneRingUnlessSaidOtherwise) {
  EXPECT_EQ(all_destinations(*make_traffic<traffic::Tornado>({}, {8})),
            (List{3, 4, 5, 6, 7, 0, 1, 2}));  // ceil(8/2) - 1 = 3
  EXPECT_EQ(all_destinations(*make_traffic<traffic::Tornado>({}, {5})),
            (List{2, 3, 4, 0, 1}));  // ceil(5/2) - 1 = 2
  EXPECT_EQ(all_destinations(*make_traffic<traffic::Tornado>({}, {2})), (List{0, 1}));
}

TEST(Tornado, ShiftsEveryDimension) {  // (x, y) = x + 8 y to (x + 3, y + 1)
  auto const traffic = make_traffic<traffic::Tornado>({.sides = {8, 4}}, {32});
  EXPECT_EQ(destinations_of(*traffic, 0), List{11});
  EXPECT_EQ(destinations_of(*traffic, 6 + 8 * 3), List{1});
}

TEST(Tornado, KeepsTheTerminalOfTheRouter) {  // routers 0..4, 3 terminals each: router + 2
  auto const traffic = make_traffic<traffic::Tornado>({.sides = {5}, .concentration = 3}, {15});
  EXPECT_EQ(destinations_of(*traffic, 3 * 1 + 2), List{3 * 3 + 2});
  EXPECT_EQ(destinations_of(*traffic, 3 * 4 + 1), List{3 * 1 + 1});
}

TEST(Tornado, RefusesGridsOfAnotherSize) {
  EXPECT_THROW(make_traffic<traffic::Tornado>({.sides = {8, 8}}, {63}), InputError);
  EXPECT_THROW(make_traffic<traffic::Tornado>({.sides = {8, 8}, .concentration = 2}, {64}), InputError);
  EXPECT_THROW(make_traffic<traffic::Tornado>({.concentration = 3}, {64}), InputError);
  EXPECT_THROW(make_traffic<traffic::Tornado>({.sides = {8, 0, 8}}, {64}), InputError);
  Sides const huge(5, std::int64_t{1} << 31);
  EXPECT_THROW(make_traffic<traffic::Tornado>({.sides = huge}, {64}), InputError);
  EXPECT_THROW(make_traffic<traffic::Tornado>({}, {std::uint64_t{1} << 32}), InputError);
}

}  // namespace
}  // namespace weft
