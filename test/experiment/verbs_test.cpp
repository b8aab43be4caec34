#include <gtest/gtest.h>

#include "weft/core/error.hpp"
#include "weft/experiment/compare.hpp"
#include "weft/experiment/route.hpp"
#include "weft/experiment/show.hpp"
#include "weft/experiment/simulate.hpp"

namespace weft {
namespace {

TEST(Simulate, ResolvesEveryPart) {
  auto const result = simulate({.topology = "torus:sides=4x4"});
  EXPECT_EQ(result.scenario.at(0).value, "torus:sides=4x4,concentration=1,doubled=false");
  EXPECT_EQ(result.scenario.at(1).value, "dimension_order");
  EXPECT_EQ(simulate({.topology = "clex"}).scenario.at(1).value.substr(0, 14), "clex_recursive");
}

TEST(Simulate, TornadoTakesTheSidesOfTheTorus) {
  // Shifts of ceil(k/2) - 1 in each dimension: 3 + 1 hops on 8 x 4, for every message.
  auto const result = simulate({.topology = "torus:sides=8x4", .traffic = "tornado"});
  EXPECT_EQ(result.table("summary").at(0, "hops_per_message").number(), 4);
}

TEST(Simulate, LoadsOfTheDefaultTraffic) {
  auto const result = simulate({.topology = "torus:sides=4x4", .engine = "load"});
  EXPECT_GT(result.table("throughput").rows.size(), 0U);
}

TEST(Simulate, OnSparseGridsPatternsSeeOneRingOfAllTerminals) {
  for (char const* traffic : {"tornado", "neighbor", "bisection"}) {
    auto const result = simulate({.topology = "sparse_mesh:side=4", .traffic = traffic});
    EXPECT_EQ(result.table("summary").at(0, "messages").number(), 4) << traffic;
  }
}

TEST(Simulate, LossAndFailuresLoseNothingReachable) {
  auto const lossy = simulate({.topology = "clex:m=6,levels=3", .messages = 6, .engine = "rounds:loss=0.1"});
  EXPECT_EQ(lossy.table("summary").at(0, "delivered"), Value{6 * 216});
  auto const broken =
      simulate({.topology = "clex:m=6,levels=3", .messages = 6, .engine = "rounds:failed_links=0.05"});
  auto const& faults = broken.table("faults");
  EXPECT_EQ(faults.at(0, "delivered").number() + faults.at(0, "unreachable").number(), 6 * 216);
}

TEST(Simulate, RefusesWhatAPartWouldIgnore) {
  EXPECT_THROW(simulate({.topology = "clex:m=4,levels=2,bandwidth=1x2"}), InputError);
  EXPECT_THROW(simulate({.topology = "clex", .engine = "rounds:queue=farthest_first"}), InputError);
  EXPECT_THROW(check_scenario({.topology = "torus", .engine = "rounds:execution=phases"}), InputError);
}

TEST(Route, OnACopyUsesOnlyChannelsOfThatCopy) {
  // clex:m=3,levels=3: terminals 9 .. 17 are the copy 1 of level 2, so no hop may be of level 3.
  for (std::uint64_t from = 9; from < 18; ++from)
    for (std::uint64_t to = 9; to < 18; ++to) {
      auto const result =
          route({.topology = "clex:m=3,levels=3", .routing = "clex_direct", .from = from, .to = to});
      auto const& table = result.table("route");
      for (std::size_t r = 0; r < table.rows.size(); ++r) EXPECT_NE(table.at(r, "channel"), Value{"level3"});
    }
}

/// The value of a metric of a result.
Value metric(Result const& result, std::string const& key, std::string const& column) {
  auto const& table = result.table("metrics");
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    if (table.at(i, "key") == Value{key}) return table.at(i, column);
  return "no metric " + key;
}

TEST(Show, MeanDistanceOfATorus) {
  // 3 x 2 hops on average over all pairs, those of a router with itself included (Dally & Towles, sec. 5.2.2).
  EXPECT_NEAR(metric(show("torus:sides=8x8x8"), "avg_dist", "value").number(), 6.0 * 512 / 511, 1e-12);
}

TEST(Show, HasTablesOfDistancesChannelsCostAndCopies) {
  auto const result = show("clex:m=3,levels=3");
  EXPECT_EQ(result.table("distances").rows.size(), 3U);
  EXPECT_EQ(result.table("channels").rows.size(), 3U);
  EXPECT_EQ(result.table("copies").rows.size(), 3U);
  EXPECT_FALSE(result.table("cost").rows.empty());
}

TEST(Show, OnlyWhatIsChosen) {
  auto const result = show("torus:sides=4x4", {.keys = {"girth"}});
  ASSERT_EQ(result.tables.size(), 1U);
  ASSERT_EQ(result.tables[0].rows.size(), 1U);
  EXPECT_EQ(metric(result, "girth", "value"), Value{4});
  EXPECT_THROW(show("torus", {.keys = {"grith"}}), InputError);
}

TEST(Show, CablesAndPricesAreThoseOfTheSetup) {
  weft::Setup const setup{read_layout("pitch=2,folding=plain"), read_cost("port=0,router=1000")};
  auto const ring = show("ring:routers=9", {}, setup);
  EXPECT_EQ(ring.table("channels").at(0, "max"), Value{16.0});
  auto const& cost = ring.table("cost");
  double routers = 0;
  for (auto const& row : cost.rows)
    if (row[0] == Value{"price of routers"}) routers = row[1].number();
  EXPECT_DOUBLE_EQ(routers, 9000);
  EXPECT_THROW(read_layout("ptich=1"), InputError);
  EXPECT_THROW(read_cost("port=-1"), InputError);
}

TEST(Simulate, DelaysAreThoseOfTheLayout) {
  auto const longest = [](std::string const& layout) {
    auto const result = simulate(
        {.topology = "torus:sides=8x8", .messages = 4, .engine = "rounds:delays=true", .layout = layout});
    auto const& delays = result.table("delays");
    for (std::size_t i = 0; i < delays.rows.size(); ++i)
      if (delays.rows[i][0] == Value{"distance"}) return delays.at(i, "max").number();
    return 0.0;
  };
  EXPECT_GT(longest(""), 0);
  EXPECT_NEAR(longest("pitch=1"), 2 * longest("pitch=0.5"), 1e-9);
}

TEST(Compare, PutsMetricsAndRunsSideBySide) {
  Scenario scenario;
  scenario.messages = 2;
  auto const result = compare({"torus:sides=4x4", "mesh:sides=4x4", "clex:m=4,levels=2"}, scenario);
  EXPECT_EQ(result.table("metrics").columns.size(), 6U);
  EXPECT_EQ(metric(result, "bisection", "torus:sides=4x4"), Value{8});
  EXPECT_EQ(metric(result, "bisection", "mesh:sides=4x4"), Value{4});
  EXPECT_EQ(result.table("simulated").rows.size(), 3U);
  scenario.messages = 0;
  EXPECT_EQ(compare({"torus", "mesh"}, scenario).tables.size(), 2U);
}

}  // namespace
}  // namespace weft
