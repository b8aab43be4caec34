#include "weft/traffic/patterns/neighbor.hpp"

#include <gtest/gtest.h>

#include "support/traffic_lists.hpp"

namespace weft {
namespace {

using List = std::vector<std::uint32_t>;

TEST(Neighbor, TakesTurns) {  // (1, 2) = 9 on 4 x 4: (2, 2), (0, 2), (1, 3), (1, 1), again (2, 2)
  EXPECT_EQ(destinations_of(*make_traffic<traffic::Neighbor>({{{4, 4}}}, {16, 5}), 9),
            (List{10, 8, 13, 5, 10}));
}

TEST(Neighbor, WrapsAround) {
  EXPECT_EQ(destinations_of(*make_traffic<traffic::Neighbor>({{{4, 4}}}, {16, 4}), 15),
            (List{12, 14, 3, 11}));
}

TEST(Neighbor, ShortSidesHaveFewerNeighbors) {
  EXPECT_EQ(destinations_of(*make_traffic<traffic::Neighbor>({{{2, 1, 3}}}, {6, 4}), 0), (List{1, 2, 4, 1}));
  EXPECT_EQ(destinations_of(*make_traffic<traffic::Neighbor>({}, {1, 2}), 0), (List{0, 0}));
}

TEST(Neighbor, KeepsTheTerminalOfTheRouter) {
  EXPECT_EQ(destinations_of(*make_traffic<traffic::Neighbor>({{{5}, 2}}, {10, 2}), 1), (List{3, 9}));
}

/// As documented for one message per terminal: all go one router forward along dimension 0.
TEST(Neighbor, OneMessageEachLoadsOneDirectionOnly) {
  auto const traffic = make_traffic<traffic::Neighbor>({{{4, 3}}}, {12});
  for (std::uint32_t e = 0; e < 12; ++e)
    EXPECT_EQ(destinations_of(*traffic, e), (List{e / 4 * 4 + (e + 1) % 4}));
}

/// Dally & Towles, table 3.1: d_i = s_i + 1 mod k in every dimension.
TEST(Neighbor, DiagonalGoesForwardInEveryDimensionAtOnce) {
  auto const traffic = make_traffic<traffic::Neighbor>({{{4, 1, 3}}, true}, {12, 2});
  for (std::uint32_t e = 0; e < 12; ++e) {
    auto const to = (e % 4 + 1) % 4 + (e / 4 + 1) % 3 * 4;
    EXPECT_EQ(destinations_of(*traffic, e), (List{to, to}));
  }
}

}  // namespace
}  // namespace weft
