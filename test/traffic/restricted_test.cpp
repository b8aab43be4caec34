#include "weft/traffic/restricted.hpp"

#include <gtest/gtest.h>

#include "support/traffic_lists.hpp"
#include "weft/core/error.hpp"
#include "weft/traffic/patterns/h_relation.hpp"
#include "weft/traffic/patterns/shift.hpp"

namespace weft {
namespace {

using List = std::vector<std::uint32_t>;

TEST(Restricted, OnlyItsTerminalsSpeakAmongThemselves) {
  Restricted const traffic(make_traffic<Shift>({}, {4, 2}), 12, {4});
  EXPECT_EQ(all_destinations(traffic), (List{5, 5, 6, 6, 7, 7, 4, 4}));
  EXPECT_EQ(sent_messages(traffic), (std::vector<std::uint64_t>{0, 0, 0, 0, 2, 2, 2, 2, 0, 0, 0, 0}));
  EXPECT_EQ(traffic.num_terminals(), 12u);
  EXPECT_EQ(traffic.num_messages(), 8u);
  EXPECT_EQ(traffic.uniform_messages(), 0u);
}

TEST(Restricted, BatchesMayStartAndEndAnywhere) {
  Restricted const traffic(make_traffic<HRelation>({}, {50, 3}), 100, {30});
  auto const all = all_destinations(traffic);
  for (std::uint32_t const cut : {0u, 10u, 30u, 31u, 79u, 80u, 95u, 100u}) {
    auto parts = destinations_of(traffic, 0, cut);
    auto const rest = destinations_of(traffic, cut, 100 - cut);
    parts.insert(parts.end(), rest.begin(), rest.end());
    EXPECT_EQ(parts, all) << cut;
  }
}

TEST(Restricted, TheWholeMachineStaysUniform) {
  EXPECT_EQ(Restricted(make_traffic<Shift>({}, {4, 2}), 4, {0}).uniform_messages(), 2u);
}

TEST(Restricted, RefusesTerminalsThatAreNotThere) {
  EXPECT_THROW(Restricted(make_traffic<Shift>({}, {4}), 12, {9}), InputError);
  EXPECT_NO_THROW(Restricted(make_traffic<Shift>({}, {4}), 12, {8}));
}

}  // namespace
}  // namespace weft
