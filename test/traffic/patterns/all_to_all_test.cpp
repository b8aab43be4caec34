// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/patterns/all_to_all.hpp"

#include <gtest/gtest.h>

#include "support/traffic_lists.hpp"

namespace weft {
namespace {

using List = std::vector<std::uint32_t>;

TEST(AllToAll, SendsToTheOtherTerminalsInTurn) {
  auto const traffic = make_traffic<traffic::AllToAll>({}, {4});
  EXPECT_EQ(all_destinations(*traffic), (List{1, 2, 3, 2, 3, 0, 3, 0, 1, 0, 1, 2}));
  EXPECT_EQ(traffic->uniform_messages(), 3u);
  EXPECT_EQ(traffic->num_messages(), 12u);
}

TEST(AllToAll, SendsToItselfLastOnRequest) {
  EXPECT_EQ(destinations_of(*make_traffic<traffic::AllToAll>({.self = true}, {4}), 2), (List{3, 0, 1, 2}));
}

TEST(AllToAll, RepeatsWholeExchanges) {
  EXPECT_EQ(destinations_of(*make_traffic<traffic::AllToAll>({}, {3, 2}), 1), (List{2, 0, 2, 0}));
}

TEST(AllToAll, SendsNoMessagesOnASingleTerminal) {
  EXPECT_EQ(make_traffic<traffic::AllToAll>({}, {1, 5})->num_messages(), 0u);
  EXPECT_EQ(make_traffic<traffic::AllToAll>({.self = true}, {1, 5})->num_messages(), 5u);
}

TEST(AllToAll, RejectsTooManyMessages) {
  EXPECT_THROW(make_traffic<traffic::AllToAll>({}, {std::uint64_t{1} << 32, 2}), InputError);
}

}  // namespace
}  // namespace weft
