// SPDX-License-Identifier: Apache-2.0
#include "weft/library/interconnect.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <tuple>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/core/error.hpp"
#include "weft/io/json.hpp"
#include "weft/library/wiring.hpp"

namespace weft {
namespace {

Wiring ring_of(std::uint32_t routers) {
  Wiring wiring(routers);
  for (std::uint32_t r = 0; r < routers; ++r) wiring.link(r, (r + 1) % routers);
  return wiring;
}

/// A star, as added by a program.
struct Spokes {
  struct Params {
    std::int64_t leaves = 4;
  };
  static constexpr std::string_view name = "spokes";
  static constexpr std::tuple schema{
      param("leaves", &Params::leaves, Range{1, 100}, "routers around the hub")};
  static Wiring wiring(Params const& params) {
    auto const leaves = static_cast<std::uint32_t>(params.leaves);
    Wiring wiring(leaves + 1);
    for (std::uint32_t leaf = 1; leaf <= leaves; ++leaf) wiring.link(0, leaf);
    return wiring.terminals(0, 0);
  }
};

TEST(Interconnect, MetricsOfACustomNetworkMatchTheFamily) {
  Interconnect const by_hand("hand_ring", ring_of(7)), family("ring:routers=7");
  for (auto const* key : {"n_routers", "n_terminals", "links", "diameter", "sum_dist", "bisection"}) {
    auto const metric = by_hand.metric(key);
    EXPECT_TRUE(metric.is_exact()) << key;
    EXPECT_EQ(metric.text(), family.metric(key).text()) << key;
  }
}

/// Three routers with only the link 0-1: router 2 is unreachable.
TEST(Interconnect, ReportsAnInfiniteDiameterIfDisconnected) {
  Interconnect const parts("parts", Wiring(3).link(0, 1));
  auto const diameter = parts.metric("diameter");
  EXPECT_TRUE(std::isinf(diameter.lower) && diameter.lower > 0);
  EXPECT_TRUE(diameter.is_exact());
  EXPECT_EQ(diameter.text(), "infinite");
  EXPECT_EQ(parts.metrics({"diameter"}).at(0).text(), "infinite");
  auto const mean = parts.metric("avg_dist");  // undefined
  EXPECT_TRUE(std::isnan(mean.lower) && std::isnan(mean.upper));
  EXPECT_EQ(mean.text(), "unknown");
  EXPECT_THROW(static_cast<void>(parts.metric("diametre")), InputError);
}

TEST(Interconnect, FormatsMissingBounds) {
  constexpr auto infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(
      (MetricValue{.key = "k", .name = {}, .unit = {}, .method = {}, .lower = 5, .upper = infinite}.text()),
      "at least 5");
  EXPECT_EQ((MetricValue{.key = "k", .name = {}, .unit = {}, .method = {}, .lower = 5, .upper = 6}.text()),
            "5 to 6");
}

TEST(Interconnect, DistinguishesNetworksWithEqualNames) {
  Interconnect const small("twin", ring_of(5));
  auto const first = small.text();
  Interconnect const large("twin", ring_of(6));
  EXPECT_NE(first, large.text());
  EXPECT_EQ(small.metric("n_routers").text(), "5");
  EXPECT_EQ(large.metric("n_routers").text(), "6");
  EXPECT_EQ(Interconnect("twin").num_routers(), 6U);  // the latest
  EXPECT_EQ(Interconnect(first).num_routers(), 5U);
}

TEST(Interconnect, ReleasesACustomNetworkWithItsLastCopy) {
  std::string text;
  {
    Interconnect const ring("short_lived", ring_of(5));
    text = ring.text();
    EXPECT_EQ(Interconnect(text).num_routers(), 5U);
  }
  EXPECT_THROW(Interconnect{text}, InputError);
}

TEST(Interconnect, SupportsParametersOfAnAddedFamily) {
  add_topology<Spokes>();
  Interconnect const star("spokes:leaves=6");
  EXPECT_EQ(star.text(), "spokes:leaves=6");
  EXPECT_EQ(star.num_routers(), 7U);
  EXPECT_EQ(star.num_terminals(), 6U);
  EXPECT_EQ(star.metric("diameter").text(), "2");
  EXPECT_EQ(Interconnect("spokes").text(), "spokes:leaves=4");
  EXPECT_THROW(Interconnect("spokes:leaves=0"), InputError);
  EXPECT_THROW(Interconnect("spokes:leafs=3"), InputError);
  auto const rejection = rejection_of([] { Interconnect("spoke"); });
  ASSERT_TRUE(rejection);
  EXPECT_NE(rejection->suggestion.find("spokes"), std::string::npos);
}

TEST(Interconnect, RejectsNamesInTheCatalog) {
  EXPECT_THROW(Interconnect("torus", ring_of(4)), InputError);
  EXPECT_THROW(Interconnect("my ring", ring_of(4)), InputError);
}

TEST(Interconnect, RunsOnEveryEngine) {
  Interconnect const ring("engine_ring", ring_of(6));
  auto const packets = ring.simulate({.traffic = "shift:by=2"});
  EXPECT_EQ(packets.table("summary").at(0, "makespan").number(), 2);  // all packets have separate hops
  auto const curve = ring.sweep({.traffic = "shift:by=1", .rates = {0.1}});
  ASSERT_EQ(curve.points.size(), 1U);
  EXPECT_NEAR(curve.points[0].throughput, 0.1, 0.01);
  EXPECT_FALSE(curve.points[0].saturated);
  // Each task sends to the next one: 1 over a channel of bandwidth 1 in each direction.
  EXPECT_DOUBLE_EQ(ring.loads({.pattern = "halo", .grid = {6}}).throughput, 2);
  EXPECT_EQ(ring.map({.pattern = "halo", .grid = {6}}), (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(ring.route(0, 2).size(), 2U);
}

/// Terminals are indices even if a number is the name of another node: 1 - 3 - 4 is 0 - 2 - 3.
TEST(Interconnect, NumbersTerminalsFrom0IfNodesAreNumberedFrom1) {
  Scratch const scratch;
  std::ofstream(scratch / "one.edges") << "1 2\n2 3\n3 1\n3 4\n";
  Interconnect const numbered("file:path=" + (scratch / "one.edges").string());
  auto const hops = numbered.route(0, 3);
  ASSERT_EQ(hops.size(), 2U);
  EXPECT_EQ(hops[0].from, 0U);
  EXPECT_EQ(hops[0].to, 2U);
  EXPECT_EQ(hops[1].to, 3U);
  EXPECT_THROW(numbered.route(0, 4), InputError);
}

/// Runs too short for a confidence interval.
TEST(Interconnect, WritesAnUnknownPrecisionAsNullInJson) {
  Interconnect const torus("torus:sides=4x4");
  for (auto const& [engine, table] : {std::pair{"flit:rate=0.1,warm_up=100,cycles=20", "latency"},
                                      {"rounds:rate=0.001,rounds=100", "steady"}}) {
    auto const result = torus.simulate({.traffic = "uniform", .engine = engine});
    EXPECT_TRUE(result.table(table).at(0, "plus_minus").is_empty()) << engine;
    EXPECT_EQ(result_json(result).find("\"inf\""), std::string::npos) << engine;
  }
}

TEST(Interconnect, FindsTheDependencyCycleOfRoutes) {
  Interconnect const ring("ring:routers=4");
  auto const found = ring.deadlock(PacketRoutes{{0, 1, 2}, {1, 2, 3}, {2, 3, 0}, {3, 0, 1}});
  EXPECT_FALSE(found.is_free);
  EXPECT_EQ(found.cycle.size(), 4U);
  EXPECT_TRUE(ring.deadlock(PacketRoutes{{0, 1, 2}, {1, 2, 3}}).is_free);
  EXPECT_TRUE(ring.deadlock("dimension_order", 2).is_free);
  EXPECT_FALSE(ring.deadlock("dimension_order", 1).is_free);
}

TEST(Interconnect, WritesFiles) {
  auto const folder = std::filesystem::temp_directory_path() / "weft_library_test";
  std::filesystem::create_directories(folder);
  Interconnect const ring("ring:routers=4");
  ring.draw(folder / "ring.svg");
  ring.export_to(folder / "ring.graphml");
  EXPECT_GT(std::filesystem::file_size(folder / "ring.svg"), 100U);
  EXPECT_EQ(Interconnect("file:path=" + (folder / "ring.graphml").string()).num_routers(), 4U);
  std::filesystem::remove_all(folder);
}

TEST(Interconnect, ComputesCollectivesAndSchedules) {
  Interconnect const torus("torus:sides=4x4");
  auto const times = torus.collective({.operation = "broadcast", .bytes = "1k"});
  EXPECT_FALSE(times.table("collective").rows.empty());
  EXPECT_THROW(static_cast<void>(torus.collective({.operation = "broadkast"})), InputError);
  EXPECT_FALSE(Interconnect("sparse_torus:dimensions=2,side=3").schedule("general").tables.empty());
}

}  // namespace
}  // namespace weft
