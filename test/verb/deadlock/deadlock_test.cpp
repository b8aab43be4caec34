// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/deadlock/deadlock.hpp"

#include <fstream>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

std::string complaint(Deadlock::Params const& request) {
  return complaint_of([&] { run<Deadlock>(request); });
}

Value verdict(Result const& result, char const* column) { return result.table("verdict").at(0, column); }

std::string written(Scratch const& scratch, std::string const& text) {
  auto const path = scratch / "routes.txt";
  std::ofstream(path) << text;
  return path.string();
}

TEST(Deadlock, IsPossibleWithOneVirtualChannelOnATorus) {
  auto const result = run<Deadlock>({.topology = "torus:sides=4x4", .vcs = 1});
  EXPECT_EQ(
      result.answer,
      "dimension_order with 1 virtual channel can deadlock: 4 channels can wait for each other in a cycle: "
      "(0,0) -> (3,0) VC 0 waits for (3,0) -> (2,0) VC 0, and so on; free of deadlock with 2 virtual channels");
  EXPECT_FALSE(is_free_of_deadlock(result));
  EXPECT_EQ(verdict(result, "vcs_enough"), Value{2});
  auto const& cycle = result.table("cycle");
  ASSERT_EQ(cycle.rows.size(), 4);
  EXPECT_EQ(cycle.at(0, "packet"), Value{"from terminal 0 to 2"});
  EXPECT_EQ(cycle.at(3, "waits_for"), cycle.at(0, "held"));
}

/// All links have failed: nothing can be routed, so nothing is proved.
TEST(Deadlock, HasNoVerdictWithoutRoutes) {
  for (char const* topology : {"torus:sides=4x4", "dragonfly:p=1,a=2,h=1", "kary_ntree:arity=2,levels=2"}) {
    auto const result = run<Deadlock>({.topology = topology, .failures = {.links = 1}});
    EXPECT_NE(result.answer.find("no two routers are connected by a route"), std::string::npos)
        << result.answer;
    EXPECT_EQ(verdict(result, "deadlock"), Value{"no route"});
    EXPECT_FALSE(is_free_of_deadlock(result));
  }
}

TEST(Deadlock, UsesTheRequiredVirtualChannelsByDefault) {
  auto const result = run<Deadlock>({.topology = "torus:sides=4x4"});
  EXPECT_EQ(
      result.answer,
      "dimension_order with 2 virtual channels: free of deadlock: the channel dependency graph is acyclic "
      "(Dally & Seitz)");
  EXPECT_TRUE(is_free_of_deadlock(result));
  EXPECT_EQ(result.find_table("cycle"), nullptr);
  for (auto const& setting : result.scenario)
    if (setting.key == "vcs") { EXPECT_EQ(setting.value, "2"); }
}

TEST(Deadlock, UsesAtMostTheVirtualChannelsOfAPort) {
  auto const result = run<Deadlock>({.topology = "ring:routers=132", .routing = "minimal"});
  EXPECT_FALSE(is_free_of_deadlock(result));
  EXPECT_EQ(verdict(result, "vcs"), Value{64});
  EXPECT_EQ(verdict(result, "vcs_enough"), Value{});
  EXPECT_NE(
      result.answer.find("the routing declares that it needs 66 virtual channels, but a port has at most 64"),
      std::string::npos)
      << result.answer;
}

TEST(Deadlock, IsPossibleForThreeRoutesAroundATriangle) {
  Scratch const scratch;
  auto const result = run<Deadlock>(
      {.topology = "ring:routers=3", .routes = written(scratch, "0 1 2\n1 2 0\n2 0 1\n"), .layers = true});
  EXPECT_EQ(result.answer,
            "3 routes can deadlock: 3 channels can wait for each other in a cycle: (0) -> (1) VC 0 waits for "
            "(1) -> (2) VC 0, and so on; 2 virtual layers are enough, and no smaller number suffices");
  EXPECT_EQ(result.table("cycle").at(1, "packet"), Value{"on the route of line 2"});
  EXPECT_EQ(result.table("layers").at(0, "exact"), Value{"yes"});
  EXPECT_EQ(result.table("layering").rows.size(), 3);
  auto const mended =
      run<Deadlock>({.topology = "ring:routers=3", .routes = written(scratch, "0 1 2\n1 2 0\n2 0 1:1\n")});
  EXPECT_TRUE(is_free_of_deadlock(mended));
  EXPECT_EQ(verdict(mended, "vcs"), Value{2});
  EXPECT_EQ(verdict(mended, "dependencies"), Value{3});
}

TEST(Deadlock, AssignsTheRoutesOfARoutingToLayers) {
  auto const result = run<Deadlock>(
      {.topology = "ring:routers=5", .routing = "dimension_order:tie=plus", .vcs = 1, .layers = true});
  EXPECT_EQ(result.table("layers").at(0, "layers"), Value{2});
  EXPECT_EQ(result.table("layers").at(0, "routes"), Value{20});
}

TEST(Deadlock, RejectsInvalidRequests) {
  Scratch const scratch;
  auto const file = written(scratch, "0 1\n0 2\n");
  EXPECT_NE(complaint({.topology = "torus", .routes = file}).find("routes.txt:2:3: no channel leads"),
            std::string::npos);
  EXPECT_NE(complaint({.routing = "minimal", .routes = file}).find("omit one of them"), std::string::npos);
  EXPECT_NE(complaint({.vcs = 2, .routes = file}).find("omit vcs"), std::string::npos);
  EXPECT_NE(complaint({.routes = "nowhere.txt"}).find("nowhere.txt"), std::string::npos);
  EXPECT_NE(complaint({.routing = "dimension_ordr"}).find("dimension_order"), std::string::npos);
  EXPECT_NE(complaint({.topology = "ring", .layers = true}).find("layers cannot be assigned to this routing"),
            std::string::npos);
}

TEST(Deadlock, RejectsRoutesOverFailedChannels) {
  Scratch const scratch;
  EXPECT_NE(
      complaint({.topology = "ring:routers=3", .routes = written(scratch, "0 1\n"), .failures = {.links = 1}})
          .find("no channel leads"),
      std::string::npos);
}

}  // namespace
}  // namespace weft::verb
