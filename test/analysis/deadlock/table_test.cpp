// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/table/table.hpp"

#include <fstream>
#include <map>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/machine_of.hpp"
#include "support/scratch.hpp"
#include "weft/analysis/deadlock/analysis.hpp"
#include "weft/core/error.hpp"
#include "weft/topology/family/file.hpp"
#include "weft/topology/family/ring.hpp"

namespace weft::routing {
namespace {

ChannelRoutingPtr table(Machine const& machine, std::string const& routes, std::uint32_t vcs = 1,
                        bool allow_deadlock = false) {
  Scratch const scratch;
  auto const file = scratch.path() / "routes";
  std::ofstream(file) << routes;
  return Table({file.string()}).channels(machine, {.vcs = vcs, .allow_deadlock = allow_deadlock});
}

Candidate answer(ChannelRouting const& routing, Head const& head) {
  Candidate out;
  std::uint16_t count = 0;
  routing.route({&head, 1}, {}, {&out, 1}, {&count, 1});
  EXPECT_EQ(count, 1);
  return out;
}

TEST(Table, RoutesOfAPairShareThePackets) {
  auto const machine = machine_of(topology::Ring({.routers = 4}));
  auto const routing = table(machine, "0 1 2 weight=3\n0 3 2\n1 2\n", 2);
  std::map<std::uint16_t, int> ports;
  constexpr int draws = 400;
  for (std::uint64_t i = 0; i < draws; ++i) {
    Head head{.at = 0, .target = 2, .to = 2, .draw = i << 32 | i << 57 | i << 40};
    auto const first = answer(*routing, head);
    ++ports[first.port];
    EXPECT_EQ(first.vcs, 3U) << "the file names none";
    head = {.at = machine.network()->target(machine.network()->channel({0}, {first.port})).v,
            .target = 2,
            .to = 2,
            .phase = first.phase,
            .in_port = 0};
    EXPECT_EQ(answer(*routing, head).port, first.port) << "on, the same way around";
  }
  EXPECT_NEAR(ports[1], draws * 3 / 4, draws / 10) << "port 1 leads from 0 to 1";
  EXPECT_TRUE(routing->reaches(1, 2));
  EXPECT_FALSE(routing->reaches(2, 1));
  EXPECT_EQ(routing->traits().hop_bound, 2U);
}

TEST(Table, RejectsAPairWithoutARoute) {
  auto const machine = machine_of(topology::Ring({.routers = 4}));
  auto const routing = table(machine, "0 1 2\n");
  EXPECT_THROW(answer(*routing, {.at = 1, .target = 3, .to = 3}), InputError);
}

TEST(Table, UsesTheVirtualChannelsOfTheFile) {
  auto const machine = machine_of(topology::Ring({.routers = 4}));
  auto const routing = table(machine, "0 1:1 2\n", 2);
  auto const first = answer(*routing, {.at = 0, .target = 2, .to = 2});
  EXPECT_EQ(first.vcs, 2U);
  EXPECT_EQ(answer(*routing, {.at = 1, .target = 2, .to = 2, .phase = first.phase, .in_port = 0}).vcs, 1U);
  EXPECT_THROW(table(machine, "0 1:1 2\n", 1), InputError);
}

TEST(Table, RoutesAroundARingDeadlockWithoutADateline) {
  auto const machine = machine_of(topology::Ring({.routers = 4}));
  std::string const around = "0 1 2\n1 2 3\n2 3 0\n3 0 1\n", dateline = "0 1 2\n1 2 3\n2 3 0:1\n3 0:1 1:1\n";
  EXPECT_THROW(table(machine, around, 4), InputError);
  auto const cyclic = table(machine, around, 2, true);
  EXPECT_FALSE(deadlock::analyze(*machine.network(), *cyclic, 2).free());
  auto const free = table(machine, dateline, 2);
  EXPECT_TRUE(deadlock::analyze(*machine.network(), *free, 2).free());
}

TEST(Table, AcceptsTheRouterNamesOfAFile) {
  Scratch const scratch;
  auto const graph = scratch.path() / "graph.txt";
  std::ofstream(graph) << "left middle\nmiddle right\n";
  auto const machine = machine_of(topology::File({.path = graph.string()}));
  auto const routing = table(machine, "left middle right\n2 1 left\n");
  EXPECT_TRUE(routing->reaches(0, 2));
  EXPECT_TRUE(routing->reaches(2, 0));
}

TEST(Table, ErrorForALoopNamesItsLine) {
  auto const machine = machine_of(topology::Ring({.routers = 4}));
  auto const complaint = complaint_of([&] { table(machine, "0 1\n0 1 0 3\n"); });
  EXPECT_NE(complaint.find("routes:2: the route reaches router 0 again"), std::string::npos) << complaint;
}

}  // namespace
}  // namespace weft::routing
