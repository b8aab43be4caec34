// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "weft/engine/schedule/execute.hpp"
#include "weft/network/network.hpp"
#include "weft/topology/family/complete.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::schedule {
namespace {

Postcondition union_of(std::vector<std::uint32_t> participants) {
  return {.holdings = Holdings::unions, .blocks = 1, .participants = std::move(participants)};
}

/// Returns a step in which node i sends its blocks to node i + ahead (modulo 5).
Step tell(TransferNetwork const& network, std::uint32_t ahead) {
  Step step;
  for (std::uint32_t i = 0; i < 5; ++i)
    for (auto c = network.first_channel(i); c < network.first_channel(i + 1); ++c)
      if (network.target(c) == (i + ahead) % 5)
        step.transfers.push_back({.channel = c, .block = 0, .arrival = Arrival::add});
  return step;
}

TEST(Unions, AcceptPartsThatAreAddedTwice) {
  TransferNetwork const network(build_network(topology::Complete({.routers = 5})));
  ListedSchedule barrier(union_of({0, 1, 2, 3, 4}), {tell(network, 1), tell(network, 2), tell(network, 4)});
  EXPECT_FALSE(execute(network, barrier).violation);
}

TEST(Unions, ReportMissingParts) {
  TransferNetwork const network(build_network(topology::Complete({.routers = 5})));
  ListedSchedule barrier(union_of({0, 1, 2, 3, 4}), {tell(network, 1), tell(network, 2)});
  auto const violation = execute(network, barrier).violation;
  ASSERT_TRUE(violation);
  EXPECT_EQ(violation->what, "after 2 slots: block 0: router 0 ends without the part of router 1");
}

TEST(Unions, CarriersCollectNoPartWhereTheyDoNotLoad) {
  TransferNetwork const network(build_network(topology::Torus({.sides = {5}})));
  auto const up = [&](std::uint32_t r) { return network.channel({r}, {1}); };
  auto const schedule = [&](std::uint32_t carrier) {
    Step first, second;
    first.transfers.push_back(
        {.channel = up(0), .block = 0, .carrier = 7, .arrival = Arrival::add, .unloads = false});
    second.transfers.push_back(
        {.channel = up(1), .block = 0, .carrier = carrier, .arrival = Arrival::add, .loads = false});
    auto postcondition = union_of({0, 1, 2});
    postcondition.goal = {2};
    return ListedSchedule(std::move(postcondition), {first, second});
  };
  auto passes_by = schedule(7);
  auto const missing = execute(network, passes_by).violation;
  ASSERT_TRUE(missing);
  EXPECT_EQ(missing->what, "after 2 slots: block 0: router 2 ends without the part of router 1");
  auto other = schedule(6);
  auto const lost = execute(network, other).violation;
  ASSERT_TRUE(lost);
  EXPECT_NE(lost->what.find("which has not reached router 1 by then"), std::string::npos) << lost->what;
}

TEST(Unions, ReplaceExistingParts) {
  TransferNetwork const network(build_network(topology::Torus({.sides = {3}})));
  Step step;
  step.transfers.push_back({.channel = network.channel({0}, {1}), .block = 0});
  auto postcondition = union_of({0, 1});
  postcondition.goal = {1};
  ListedSchedule schedule(postcondition, {step});
  EXPECT_NE(execute(network, schedule).violation->what.find("without the part of router 1"),
            std::string::npos);
}

}  // namespace
}  // namespace weft::schedule
