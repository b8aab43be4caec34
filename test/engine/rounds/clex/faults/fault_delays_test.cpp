// SPDX-License-Identifier: Apache-2.0
// Rounds, hops, cable length and delay of single messages of A(l) with faults.

#include <gtest/gtest.h>

#include "support/random_traffic.hpp"
#include "weft/engine/rounds/clex/clex_simulation.hpp"
#include "weft/engine/rounds/clex/faults/clex_faults.hpp"
#include "weft/network/failures.hpp"
#include "weft/topology/family/clex.hpp"

namespace weft::rounds {
namespace {

/// Returns a cable length that identifies every hop by its ends; equal in all cliques, as the fault-free
/// execution assumes.
HopLength length_by_ends(std::uint32_t m) {
  return [m](RouterId from, RouterId to) {
    bool const inside = from.v / m == to.v / m;
    auto const a = inside ? from.v % m : from.v, b = inside ? to.v % m : to.v;
    return a == b ? 0U : 1000 + 7 * a % 101 + 5 * b % 103;
  };
}

/// One copy per message and phase, because the two executions select different copies if several arrive in
/// the same round over cables of different lengths.
class FaultFreeDelays : public testing::TestWithParam<topology::Clex::Params> {};

TEST_P(FaultFreeDelays, MatchTheFaultFreeExecution) {
  topology::Clex const clex(GetParam());
  auto const length = length_by_ends(clex.m());
  DelayModel const model{.alpha_ns = {10, 11, 13}, .beta_ns_per_meter = 2};
  ClexCables const cables{2, RoundTimes(model, std::vector<double>{1, 3, 9, 27}), length};
  for (auto const mode : {Mode::dense, Mode::light})
    for (std::uint32_t const load : {1, 3, 12}) {
      ClexOptions options;
      options.mode = mode;
      options.copies = Copies::fixed;
      options.copy_count = 1;
      auto const traffic = weft::random_traffic(clex.num_terminals(), load, load);
      auto const perfect = simulate_clex_delays(clex, traffic, options, 5, cables);
      auto const careful = simulate_clex_faults(SurvivingClex{clex}, traffic, options, {}, 5, cables);
      EXPECT_TRUE(careful.delays(2).distribution("").rows == perfect.delays->distribution("").rows);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Machines, FaultFreeDelays,
    testing::Values(topology::Clex::Params{2, 4}, topology::Clex::Params{3, 3, topology::Landing::high},
                    topology::Clex::Params{8, 2},
                    topology::Clex::Params{4, 3, topology::Landing::low, topology::Links::single}));

/// A message 0 -> 1 within a clique with failed link 0 -> 1 is relayed by node 2 or 3, over 4 m of cable in
/// either case.
TEST(FaultDelays, MeasureThePathAroundAFailure) {
  topology::Clex const clex({4, 1});
  SurvivingClex const network{
      clex, [](RouterId) { return false; },
      [&](ChannelId c) { return c.router().v == 0 && clex.neighbor(c.router(), c.port()).router.v == 1; }};
  ListTraffic const traffic{{{1}, {}, {}, {}}};
  HopLength const length = [](RouterId from, RouterId to) { return from.v + to.v == 1 ? 1000U : 2000U; };
  for (bool const asynchronous : {false, true}) {
    FaultOptions faults;
    faults.asynchronous = asynchronous;
    RoundTimes const times({.alpha_ns = {10}, .beta_ns_per_meter = 1}, std::vector<double>{2});
    auto const outcome = simulate_clex_faults(network, traffic, {}, faults, 1, {1, times, length});
    auto const delays = outcome.delays(1);
    EXPECT_EQ(delays.hops().max(), 2U);
    EXPECT_EQ(delays.mean_meters(), 4);
    EXPECT_EQ(delays.mean_delay_ns(), 24);
    // The direct round fails; then request, grant, and two hops: 5 rounds of 10 + 2 ns.
    EXPECT_EQ(delays.mean_time_ns(), 60);
  }
}

/// Every hop crosses a meter of cable, including hops of detours.
TEST(FaultDelays, CountEveryHopOfEveryDeliveredMessage) {
  topology::Clex const clex({4, 3});
  FailureParams failures;
  failures.links = 0.4;
  failures.routers = 0.1;
  Failures<topology::Clex> const failed{clex, failures};
  SurvivingClex const network{clex, [&](RouterId r) { return failed.router_failed(r); },
                              [&](ChannelId c) { return failed.channel_failed(c); }};
  FaultOptions faults;
  faults.loss = 0.2;
  faults.routes = 1;
  auto const outcome = simulate_clex_faults(
      network, weft::random_traffic(clex.num_terminals(), 5, 1), {}, faults, 1,
      {5, RoundTimes({}, std::vector<double>(3, 1)), [](RouterId, RouterId) { return 1000U; }});
  EXPECT_GT(outcome.detours, 0U);
  EXPECT_GT(outcome.unreachable, 0U);
  auto const delays = outcome.delays(5);
  EXPECT_EQ(delays.hops().count(), outcome.delivered);
  EXPECT_EQ(delays.rounds().mean(), outcome.completion.mean());
  EXPECT_DOUBLE_EQ(delays.mean_meters(), delays.hops().mean());
  EXPECT_DOUBLE_EQ(delays.mean_delay_ns(), 105 * delays.hops().mean());
  EXPECT_GT(delays.mean_time_ns(), 105 * delays.rounds().mean() - 105);
}

}  // namespace
}  // namespace weft::rounds
