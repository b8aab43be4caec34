#include "weft/traffic/patterns/neighbor.hpp"

#include <gtest/gtest.h>

#include "support/traffic_lists.hpp"

namespace weft {
namespace {

using List = std::vector<std::uint32_t>;

TEST(Neighbor, TakesTurns) {  // (1, 2) = 9 on 4 x 4: (2, 2), (0, 2), (1, 3), (1, 1), again (2, 2)
  EXPECT_EQ(destinations_of(*make_traffic<traffic::Neighbor>({.sides = {4, 4}}, {16, 5}), 9),
            (List{10, 8, 13, 5, 10}));
}

TEST(Neighbor, WrapsAround) {
  EXPECT_EQ(destinations_of(*make_traffic<traffic::Neighbor>({.sides = {4, 4}}, {16, 4}), 15),
            (List{12, 14, 3, 11}));
}

TEST(Neighbor, ShortSidesHaveFewerNeighbors) {
  EXPECT_EQ(destinations_of(*make_traffic<traffic::Neighbor>({.sides = {2, 1, 3}}, {6, 4}), 0),
            (List{1, 2, 4, 1}));
  EXPECT_EQ(destinations_of(*make_traffic<traffic::Neighbor>({}, {1, 2}), 0), (List{0, 0}));
}

TEST(Neighbor, KeepsTheTerminalOfTheRouter) {
  EXPECT_EQ(destinations_of(*make_traffic<traffic::Neighbor>({.sides = {5}, .concentration = 2}, {10, 2}), 1),
            (List{3, 9}));
}

}  // namespace
}  // namespace weft
