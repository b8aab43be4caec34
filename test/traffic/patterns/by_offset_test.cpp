// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/patterns/by_offset.hpp"

#include <gtest/gtest.h>

#include "support/goodness_of_fit.hpp"
#include "support/traffic_lists.hpp"

namespace weft {
namespace {

using List = std::vector<std::uint32_t>;

TEST(Shift, WrapsAround) {
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

using List = std::vector<std::uint32_t>;

TEST(Tornado, TreatsTheTerminalsAsOneRingByDefault) {
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

TEST(Tornado, KeepsTheTerminalIndexWithinTheRouter) {  // routers 0..4, 3 terminals each: router + 2
  auto const traffic = make_traffic<traffic::Tornado>({.sides = {5}, .concentration = 3}, {15});
  EXPECT_EQ(destinations_of(*traffic, 3 * 1 + 2), List{3 * 3 + 2});
  EXPECT_EQ(destinations_of(*traffic, 3 * 4 + 1), List{3 * 1 + 1});
}

TEST(Tornado, RejectsGridsThatDoNotFitTheTerminals) {
  EXPECT_THROW(make_traffic<traffic::Tornado>({.sides = {8, 8}}, {63}), InputError);
  EXPECT_THROW(make_traffic<traffic::Tornado>({.sides = {8, 8}, .concentration = 2}, {64}), InputError);
  EXPECT_THROW(make_traffic<traffic::Tornado>({.concentration = 3}, {64}), InputError);
  EXPECT_THROW(make_traffic<traffic::Tornado>({.sides = {8, 0, 8}}, {64}), InputError);
  Sides const huge(5, std::int64_t{1} << 31);
  EXPECT_THROW(make_traffic<traffic::Tornado>({.sides = huge}, {64}), InputError);
  EXPECT_THROW(make_traffic<traffic::Tornado>({}, {std::uint64_t{1} << 32}), InputError);
}

using List = std::vector<std::uint32_t>;

TEST(Neighbor,
     CyclesThroughTheNeighbors) {  // (1, 2) = 9 on 4 x 4: (2, 2), (0, 2), (1, 3), (1, 1), again (2, 2)
  EXPECT_EQ(destinations_of(*make_traffic<traffic::Neighbor>({{{4, 4}}}, {16, 5}), 9),
            (List{10, 8, 13, 5, 10}));
}

TEST(Neighbor, WrapsAround) {
  EXPECT_EQ(destinations_of(*make_traffic<traffic::Neighbor>({{{4, 4}}}, {16, 4}), 15),
            (List{12, 14, 3, 11}));
}

TEST(Neighbor, UsesFewerNeighborsOnShortSides) {
  EXPECT_EQ(destinations_of(*make_traffic<traffic::Neighbor>({{{2, 1, 3}}}, {6, 4}), 0), (List{1, 2, 4, 1}));
  EXPECT_EQ(destinations_of(*make_traffic<traffic::Neighbor>({}, {1, 2}), 0), (List{0, 0}));
}

TEST(Neighbor, KeepsTheTerminalIndexWithinTheRouter) {
  EXPECT_EQ(destinations_of(*make_traffic<traffic::Neighbor>({{{5}, 2}}, {10, 2}), 1), (List{3, 9}));
}

/// As documented for one message per terminal: all messages go one router forward along dimension 0.
TEST(Neighbor, LoadsOnlyOneDirectionWithOneMessagePerTerminal) {
  auto const traffic = make_traffic<traffic::Neighbor>({{{4, 3}}}, {12});
  for (std::uint32_t e = 0; e < 12; ++e)
    EXPECT_EQ(destinations_of(*traffic, e), (List{e / 4 * 4 + (e + 1) % 4}));
}

/// Dally & Towles, table 3.1: d_i = s_i + 1 mod k in every dimension.
TEST(Neighbor, MovesForwardInAllDimensionsIfDiagonal) {
  auto const traffic = make_traffic<traffic::Neighbor>({{{4, 1, 3}}, true}, {12, 2});
  for (std::uint32_t e = 0; e < 12; ++e) {
    auto const to = (e % 4 + 1) % 4 + (e / 4 + 1) % 3 * 4;
    EXPECT_EQ(destinations_of(*traffic, e), (List{to, to}));
  }
}

TEST(NextGroup, SendsToTheGroupAhead) {
  traffic::NextGroup const traffic({.groups = 5, .ahead = 3}, {40, 50, 1});
  for (std::uint32_t e = 0; e < 40; ++e)
    for (std::uint64_t k = 0; k < 50; ++k)
      ASSERT_EQ(traffic.nth_destination({e}, k) / 8, (e / 8 + 3) % 5) << e << " " << k;
}

TEST(NextGroup, IsUniformInTheGroup) {
  EXPECT_GT(goodness_of_fit(received_messages(
                *make_traffic<traffic::NextGroup>({.groups = 9, .ahead = 1}, {72, 1000, 1}))),
            1e-5);
}

TEST(NextGroup, TreatsEachTerminalAsAGroupByDefault) {
  auto const traffic = make_traffic<traffic::NextGroup>({.groups = 0, .ahead = 1}, {40, 1, 1});
  EXPECT_EQ(traffic->nth_destination({39}, 0), 0u);
  EXPECT_EQ(traffic->nth_destination({7}, 0), 8u);
}

TEST(NextGroup, RejectsGroupsThatDoNotDivideTheTerminals) {
  EXPECT_THROW(make_traffic<traffic::NextGroup>({.groups = 7, .ahead = 1}, {40}), InputError);
  EXPECT_NO_THROW(make_traffic<traffic::NextGroup>({.groups = 8, .ahead = 1}, {40}));
}

}  // namespace
}  // namespace weft
