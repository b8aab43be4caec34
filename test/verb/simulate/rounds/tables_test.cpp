// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/simulate/rounds/tables.hpp"

#include <gtest/gtest.h>

#include "support/picture.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

using Counts = std::vector<std::uint64_t>;

Result with_arrivals(std::initializer_list<std::uint64_t> rounds) {
  Histogram arrivals;
  for (auto const round : rounds) arrivals.add(round);
  Result result;
  result.scenario = {{"topology", "ring:routers=4"}, {"routing", "minimal"}, {"traffic", "uniform"}};
  add_messages_left(arrivals, result);
  return result;
}

TEST(MessagesLeft, FallAsMessagesArrive) {
  auto const result = with_arrivals({0, 3, 3, 5});
  auto const& array = result.arrays.at(0);
  EXPECT_EQ(array.shape, (Counts{2, 3}));
  EXPECT_EQ(std::get<Counts>(array.values), (Counts{0, 3, 5, 3, 1, 0})) << "one is where it started";
  auto const figure = messages_left_figures(result).at(0);
  EXPECT_EQ(figure.caption, "Half of the 3 messages have arrived after 3 rounds, the last after 5.");
  EXPECT_EQ(chart::label_faults(to_svg(figure)), std::vector<std::string>{});
}

TEST(MessagesLeft, AreNotDrawnIfAllArriveAtOnce) {
  EXPECT_TRUE(messages_left_figures(with_arrivals({2, 2})).empty());
  EXPECT_TRUE(with_arrivals({}).arrays.empty());
  EXPECT_TRUE(messages_left_figures(Result{}).empty());
}

TEST(MessagesLeft, EndAtTheMakespan) {
  auto const result = run<Simulate>({.topology = "torus:sides=4x4", .messages = 4});
  auto const& array = *result.find_array("messages_left");
  auto const& summary = result.table("summary");
  EXPECT_EQ(array.number(array.shape[1] - 1), summary.at(0, "makespan").number());
  EXPECT_EQ(array.number(array.size() - 1), 0);
}

}  // namespace
}  // namespace weft::verb
