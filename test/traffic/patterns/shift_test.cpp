#include "weft/traffic/patterns/shift.hpp"

#include <gtest/gtest.h>

#include "support/traffic_lists.hpp"

namespace weft {
namespace {

using List = std::vector<std::uint32_t>;

TEST(Shift, GoesRound) {
  EXPECT_EQ(all_destinations(*make_traffic<traffic::Shift>({.by = 2}, {5})), (List{2, 3, 4, 0, 1}));
  EXPECT_EQ(all_destinations(*make_traffic<traffic::Shift>({.by = -1}, {5})), (List{4, 0, 1, 2, 3}));
  EXPECT_EQ(all_destinations(*make_traffic<traffic::Shift>({.by = 12}, {5})), (List{2, 3, 4, 0, 1}));
  EXPECT_EQ(all_destinations(*make_traffic<traffic::Shift>({.by = -15}, {5})), (List{0, 1, 2, 3, 4}));
}

TEST(Shift, ReachesTheLastTerminal) {
  auto const traffic = make_traffic<traffic::Shift>({.by = 4294967295}, {std::uint64_t{1} << 32});
  EXPECT_EQ(destinations_of(*traffic, 0xffffffff), List{0xfffffffe});
  EXPECT_EQ(destinations_of(*traffic, 0), List{0xffffffff});
}

}  // namespace
}  // namespace weft
