// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/flooding/clex_flooding.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/ranks_on.hpp"
#include "weft/engine/rounds/allgather/allgather.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::collective {
namespace {

constexpr Task allgather(std::uint32_t packets = 1) {
  return {.operation = Operation::allgather, .packets = packets};
}

TEST(ClexFlooding, MatchesTheRoundsOfTheEngineRounds) {
  for (topology::Clex::Params const& params :
       {topology::Clex::Params{.m = 2, .levels = 1}, topology::Clex::Params{.m = 4, .levels = 2},
        topology::Clex::Params{.m = 2, .levels = 5}, topology::Clex::Params{.m = 5, .levels = 3},
        topology::Clex::Params{.m = 3, .levels = 4, .links = topology::Links::single},
        topology::Clex::Params{.m = 4, .levels = 2, .landing = topology::Landing::high},
        topology::Clex::Params{.m = 4, .levels = 3, .bandwidth = {2, 1, 3}}}) {
    RanksOn const machine{topology::Clex(params)};
    for (auto const trees : {FloodTrees::shortest, FloodTrees::one_edge}) {
      auto const execution = execute_plan(
          machine, trees == FloodTrees::one_edge ? "clex_flooding:trees=one_edge" : "clex_flooding",
          allgather());
      auto const counted =
          rounds::simulate_allgather(topology::Clex(params), {rounds::Stages::pipelined, {}, trees});
      EXPECT_FALSE(execution.violation) << execution.violation->what;
      EXPECT_EQ(execution.slots, counted.rounds) << machine.machine().spec();
      auto const n = machine.network().num_routers();
      EXPECT_EQ(execution.transfers, std::uint64_t{n} * (n - 1)) << "each message to each other node once";
      EXPECT_EQ(execution.redundant, 0u);
      for (std::size_t i = 0; i < counted.classes.size(); ++i)
        EXPECT_EQ(execution.utilization.carried(i), static_cast<double>(counted.classes[i].messages));
    }
  }
}

TEST(ClexFlooding, FloodsPackets) {
  RanksOn const machine{topology::Clex({.m = 3, .levels = 3, .bandwidth = {0.5, 1}})};
  for (std::uint32_t const sends : {0, 1, 4}) {
    auto const execution = execute_plan(machine, "clex_flooding",
                                        {.operation = Operation::allgather, .packets = 4, .sends = sends});
    EXPECT_FALSE(execution.violation) << execution.violation->what;
    EXPECT_EQ(execution.transfers, 4u * 27 * 26);
  }
}

TEST(ClexFlooding, SupportsOnlyClex) {
  auto const rejected = [](RanksOn const& machine) {
    auto const rejection = rejection_of([&] { ClexFlooding({}).check_machine(machine, allgather()); });
    return rejection.value().problem + rejection->why;
  };
  EXPECT_NE(rejected(RanksOn(topology::Torus({.sides = {3}}))).find("defined only for clex"),
            std::string::npos);
  EXPECT_NE(rejected(RanksOn(topology::Clex({.m = 2, .levels = 3, .landing = topology::Landing::high})))
                .find("high"),
            std::string::npos);
}

}  // namespace
}  // namespace weft::collective
