// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/rounds/clex/faults/clex_faults.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/breadth_first.hpp"
#include "support/clex_reference.hpp"
#include "support/random_traffic.hpp"
#include "support/spelled.hpp"
#include "weft/core/error.hpp"
#include "weft/core/parallel.hpp"
#include "weft/engine/rounds/result_tables.hpp"
#include "weft/network/failures.hpp"
#include "weft/topology/family/clex.hpp"

namespace weft::rounds {
namespace {

topology::Clex clex_of(std::int64_t m, std::int64_t levels,
                       topology::Landing landing = topology::Landing::low,
                       topology::Links links = topology::Links::full) {
  return topology::Clex{{m, levels, landing, links, {1}}};
}

ListTraffic clex_traffic(topology::Clex const& clex, std::uint32_t load, std::uint64_t seed) {
  return weft::random_traffic(clex.num_terminals(), load, seed);
}

SurvivingClex damaged(topology::Clex const& clex, FailureParams const& params) {
  Failures<topology::Clex> const failures{clex, params};
  return {clex, [&](RouterId r) { return failures.router_failed(r); },
          [&](ChannelId c) { return failures.channel_failed(c); }};
}

/// By destination: (rounds, hops) of its messages, sorted.
using Deliveries = std::vector<std::vector<std::array<std::uint64_t, 2>>>;

Deliveries deliveries(FaultOutcome const& outcome, std::uint64_t nodes) {
  Deliveries result(nodes);
  for (Parcel const& parcel : outcome.parcels) {
    EXPECT_EQ(parcel.clock % ticks_per_round, 0);
    result[parcel.destination].push_back({parcel.clock / ticks_per_round, parcel.hops});
  }
  for (auto& of_node : result) std::sort(of_node.begin(), of_node.end());
  return result;
}

topology::Clex any_clex() {
  auto const m = *rc::gen::element(1, 2, 3, 4, 5, 8);
  auto const levels = *rc::gen::inRange(1, m <= 3 ? 5 : m <= 5 ? 4 : 3);
  auto const links = *rc::gen::element(topology::Links::full, topology::Links::full, topology::Links::single);
  auto const landing = links == topology::Links::single
                           ? topology::Landing::low
                           : *rc::gen::element(topology::Landing::low, topology::Landing::high);
  return clex_of(m, levels, landing, links);
}

ClexOptions any_options(topology::Clex const& clex) {
  ClexOptions options;
  options.mode = *rc::gen::element(Mode::dense, Mode::light);
  options.accept = *rc::gen::element(Accept::random, Accept::first_come);
  options.copies = *rc::gen::element(Copies::literal, Copies::fixed, Copies::growth);
  options.copy_count = *rc::gen::inRange<std::uint32_t>(1, 6);
  options.redistribute = *rc::gen::inRange<std::uint32_t>(0, clex.levels() + 1);
  options.direct = *rc::gen::element(true, true, false);
  return options;
}

RC_GTEST_PROP(ClexFaults, FaultFreeRunMatchesTheReference, ()) {
  topology::Clex const clex = any_clex();
  ClexOptions options = any_options(clex);
  options.subset = *rc::gen::element(Subset::independent, Subset::pooled);
  auto const seed = *rc::gen::arbitrary<std::uint64_t>();
  auto const traffic = clex_traffic(clex, *rc::gen::element(0U, 1U, 3U, 12U), seed);
  ClexReference<TrackedMessage<std::uint32_t>> reference{ClexMachine{clex}, options, seed, traffic};
  auto const measures = reference.run();
  Deliveries expected(clex.num_routers());
  for (auto const& of_clique : reference.delivered())
    for (auto const& message : of_clique.message)
      expected[message.destination].push_back({message.rounds, message.hops});
  for (auto& of_node : expected) std::sort(of_node.begin(), of_node.end());
  // A network created with no failures, and a network in which every link was queried and works; only the
  // random digits, which are drawn per message in the second network, may differ.
  auto const outcome = simulate_clex_faults(SurvivingClex{clex}, traffic, options, {}, seed);
  RC_ASSERT(spelled(outcome.measures) == spelled(measures));
  RC_ASSERT(deliveries(outcome, clex.num_routers()) == expected);
  RC_ASSERT(outcome.makespan == measures.makespan() * ticks_per_round);
  RC_ASSERT(outcome.duplicates == 0 || options.mode == Mode::light);
  if (clex.levels() <= 2 && options.redistribute == 0) {
    auto const asked = simulate_clex_faults(damaged(clex, {}), traffic, options, {}, seed);
    RC_ASSERT(spelled(asked.measures) == spelled(measures));
    RC_ASSERT(deliveries(asked, clex.num_routers()) == expected);
  }
}

/// Returns, for every source, the nodes that a breadth-first search reaches.
std::vector<std::vector<char>> reachable(topology::Clex const& clex, SurvivingClex const& network) {
  std::uint64_t const n = clex.num_routers();
  std::vector<std::vector<char>> result(n, std::vector<char>(n, 0));
  auto const works = [&](RouterId r, PortId p) { return network.channel_works({r, p}); };
  for (std::uint32_t source = 0; source < n; ++source) {
    if (!network.node_works(source)) continue;
    auto const hops = hops_from(clex, {source}, works);
    for (std::size_t to = 0; to < n; ++to) result[source][to] = hops[to] != unreached;
  }
  return result;
}

void expect_exactly_the_reachable(topology::Clex const& clex, SurvivingClex const& network,
                                  ListTraffic const& traffic, FaultOutcome const& outcome) {
  auto const reach = reachable(clex, network);
  ASSERT_EQ(outcome.sent, traffic.num_messages());
  ASSERT_EQ(outcome.parcels.size(), outcome.sent);
  ASSERT_EQ(outcome.delivered + outcome.unreachable, outcome.sent);
  ASSERT_EQ(outcome.completion.count(), outcome.delivered);
  std::vector<LostPair> cut_off;
  std::size_t id = 0;
  for (std::uint32_t source = 0; source < clex.num_routers(); ++source) {
    std::vector<std::uint32_t> destinations(traffic.messages({source}));
    traffic.destinations({source}, 1, destinations);
    for (auto const destination : destinations) {
      Parcel const& parcel = outcome.parcels[id++];
      ASSERT_EQ(parcel.source, source);
      ASSERT_EQ(parcel.destination, destination);
      ASSERT_EQ(parcel.status == Parcel::Status::delivered, reach[source][destination]);
      if (parcel.status == Parcel::Status::delivered)
        ASSERT_EQ(parcel.at, destination);
      else
        cut_off.push_back({source, destination});
    }
  }
  ASSERT_EQ(outcome.lost_pairs, cut_off);
}

FaultOptions any_faults() {
  FaultOptions faults;
  faults.loss = *rc::gen::element(0.0, 0.0, 0.1, 0.5);
  faults.asynchronous = *rc::gen::arbitrary<bool>();
  if (faults.asynchronous) faults.jitter = *rc::gen::element(0.0, 0.5, 3.0);
  faults.routes = *rc::gen::element(1U, 8U);
  return faults;
}

RC_GTEST_PROP(ClexFaults, DeliverExactlyTheReachableMessagesUnderAnyOptions, ()) {
  topology::Clex const clex = any_clex();
  auto const seed = *rc::gen::inRange<std::int64_t>(0, 1 << 30);
  FailureParams failures;
  failures.seed = seed;
  failures.links = *rc::gen::element(0.0, 0.05, 0.3, 0.7, 0.95);
  failures.routers = *rc::gen::element(0.0, 0.05, 0.3);
  auto const network = damaged(clex, failures);
  auto const traffic = clex_traffic(clex, *rc::gen::element(1U, 4U), static_cast<std::uint64_t>(seed));
  auto const outcome = simulate_clex_faults(network, traffic, any_options(clex), any_faults(),
                                            static_cast<std::uint64_t>(seed));
  expect_exactly_the_reachable(clex, network, traffic, outcome);
  RC_ASSERT(!testing::Test::HasFailure());
}

TEST(ClexFaults, ReportsEveryUnreachableNode) {
  topology::Clex const clex = clex_of(3, 3);
  for (bool const outgoing : {true, false}) {
    SurvivingClex const network{clex, [](RouterId) { return false; },
                                [&](ChannelId c) {
                                  RouterId const to = clex.neighbor(c.router(), c.port()).router;
                                  return (outgoing ? c.router() : to).v == 13;
                                }};
    auto const traffic = clex_traffic(clex, 20, 1);
    auto const outcome = simulate_clex_faults(network, traffic, {}, {}, 1);
    expect_exactly_the_reachable(clex, network, traffic, outcome);
    EXPECT_GT(outcome.unreachable, 0);
    EXPECT_GT(outcome.delivered, outcome.sent * 9 / 10);
  }
}

TEST(ClexFaults, ListsUnreachablePairsUpToALimitAndCountsAllOfThem) {
  topology::Clex const clex = clex_of(4, 2);
  SurvivingClex const network{clex, [](RouterId r) { return r.v < 8; }, [](ChannelId) { return false; }};
  auto const traffic = clex_traffic(clex, 5, 1);
  FaultOptions faults;
  faults.named = 3;
  auto const outcome = simulate_clex_faults(network, traffic, {}, faults, 1);
  EXPECT_EQ(outcome.lost_pairs.size(), 3);
  EXPECT_GT(outcome.unreachable, outcome.sent / 2);
}

class LossRates : public testing::TestWithParam<double> {};

TEST_P(LossRates, LoseNoMessagesAndAddDelay) {
  for (auto const mode : {Mode::dense, Mode::light})
    for (auto const landing : {topology::Landing::low, topology::Landing::high}) {
      topology::Clex const clex = clex_of(8, 3, landing);
      SurvivingClex const network{clex};
      auto const traffic = clex_traffic(clex, 6, 2);
      ClexOptions options;
      options.mode = mode;
      FaultOptions faults;
      faults.loss = GetParam();
      auto const without = simulate_clex_faults(network, traffic, options, {}, 3);
      auto const outcome = simulate_clex_faults(network, traffic, options, faults, 3);
      expect_exactly_the_reachable(clex, network, traffic, outcome);
      EXPECT_EQ(outcome.unreachable, 0);
      for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_GT(outcome.measures.levels[i].sum_rounds, without.measures.levels[i].sum_rounds);
        EXPECT_GT(outcome.measures.levels[i].hops, without.measures.levels[i].hops);
      }
      EXPECT_GT(outcome.duplicates, without.duplicates);
      EXPECT_GT(outcome.makespan, without.makespan);
    }
}

INSTANTIATE_TEST_SUITE_P(Rates, LossRates, testing::Values(0.1, 0.5));

TEST(ClexFaults, FivePercentFailedLinksAddLittleDelay) {
  topology::Clex const clex = clex_of(16, 3);
  FailureParams failures;
  failures.links = 0.05;
  auto const network = damaged(clex, failures);
  auto const traffic = clex_traffic(clex, 10, 4);
  auto const without = simulate_clex_faults(SurvivingClex{clex}, traffic, {}, {}, 5);
  auto const outcome = simulate_clex_faults(network, traffic, {}, {}, 5);
  EXPECT_EQ(outcome.delivered, outcome.sent);
  EXPECT_EQ(outcome.detours, 0);
  EXPECT_LT(outcome.completion.mean(), 1.2 * without.completion.mean());
  EXPECT_GT(outcome.completion.mean(), without.completion.mean());
}

TEST(ClexFaults, PlanningAvoidsFailedNodes) {
  topology::Clex const clex = clex_of(16, 3);
  FailureParams failures;
  failures.routers = 0.05;
  auto const network = damaged(clex, failures);
  auto const traffic = clex_traffic(clex, 10, 4);
  FaultOptions faults;
  auto const planned = simulate_clex_faults(network, traffic, {}, faults, 5);
  faults.routes = 1;
  auto const unplanned = simulate_clex_faults(network, traffic, {}, faults, 5);
  EXPECT_EQ(planned.detours, 0);
  EXPECT_GT(unplanned.detours, planned.sent / 20);
  EXPECT_EQ(planned.delivered, unplanned.delivered);
  auto const to_or_from_dead = std::count_if(
      planned.parcels.begin(), planned.parcels.end(),
      [&](Parcel const& p) { return !network.node_works(p.source) || !network.node_works(p.destination); });
  EXPECT_EQ(planned.unreachable, to_or_from_dead);
}

TEST(ClexFaults, AreIndependentOfThreadsAndDependOnTheSeed) {
  topology::Clex const clex = clex_of(5, 4, topology::Landing::high);
  FailureParams failures;
  failures.links = 0.1;
  failures.routers = 0.1;
  auto const network = damaged(clex, failures);
  auto const traffic = clex_traffic(clex, 4, 4);
  FaultOptions faults;
  faults.loss = 0.2;
  faults.asynchronous = true;
  faults.jitter = 0.7;
  auto const facts_of = [&](unsigned threads, std::uint64_t seed) {
    Threads const limit{threads};
    auto const outcome = simulate_clex_faults(network, traffic, {}, faults, seed);
    std::vector<std::uint64_t> facts{outcome.duplicates, outcome.detours, outcome.detour_hops,
                                     outcome.makespan};
    for (auto const& parcel : outcome.parcels)
      facts.insert(facts.end(), {parcel.clock, parcel.hops, parcel.at});
    return std::pair{facts, spelled(outcome.measures)};
  };
  auto const one = facts_of(1, 8);
  EXPECT_EQ(one, facts_of(2, 8));
  EXPECT_EQ(one, facts_of(7, 8));
  EXPECT_NE(one, facts_of(1, 9));
}

/// All messages start together in one clique without jitter: every message needs its synchronous rounds.
TEST(ClexFaults, AsynchronousMatchesSynchronousInACliqueWithoutJitter) {
  for (std::int64_t const m : {1, 2, 7, 32})
    for (auto const mode : {Mode::dense, Mode::light})
      for (double const loss : {0.0, 0.3}) {
        topology::Clex const clex = clex_of(m, 1);
        auto const traffic = clex_traffic(clex, static_cast<std::uint32_t>(m), 4);
        ClexOptions options;
        options.mode = mode;
        FaultOptions faults;
        faults.loss = loss;
        auto const synchronous = simulate_clex_faults(SurvivingClex{clex}, traffic, options, faults, 6);
        faults.asynchronous = true;
        auto const asynchronous = simulate_clex_faults(SurvivingClex{clex}, traffic, options, faults, 6);
        EXPECT_EQ(spelled(synchronous.measures), spelled(asynchronous.measures));
        std::uint64_t sum = 0;
        for (std::size_t id = 0; id < synchronous.parcels.size(); ++id) {
          EXPECT_EQ(synchronous.parcels[id].clock, asynchronous.parcels[id].clock);
          sum += asynchronous.parcels[id].clock;
        }
        EXPECT_EQ(sum, synchronous.measures.levels[0].sum_rounds * ticks_per_round);
      }
}

TEST(ClexFaults, JitterIncreasesTheMakespanButNoStepWaitsForTheSlowest) {
  topology::Clex const clex = clex_of(8, 3);
  SurvivingClex const network{clex};
  auto const traffic = clex_traffic(clex, 7, 4);
  auto const synchronous = simulate_clex_faults(network, traffic, {}, {}, 6);
  FaultOptions faults;
  faults.asynchronous = true;
  Ticks previous = 0;
  for (double const jitter : {0.0, 1.0, 4.0}) {
    faults.jitter = jitter;
    auto const outcome = simulate_clex_faults(network, traffic, {}, faults, 6);
    EXPECT_EQ(outcome.delivered, outcome.sent);
    EXPECT_GT(outcome.makespan, previous);
    EXPECT_EQ(outcome.completion.max(), (outcome.makespan + ticks_per_round - 1) / ticks_per_round);
    if (jitter == 0) { EXPECT_LT(outcome.makespan, synchronous.makespan); }
    previous = outcome.makespan;
  }
}

TEST(ClexFaults, TablesReportDelaysAndUnreachablePairs) {
  topology::Clex const clex = clex_of(4, 2);
  SurvivingClex const network{clex, [](RouterId r) { return r.v == 6; }, [](ChannelId) { return false; }};
  std::vector<std::vector<std::uint32_t>> list(16);
  list[0] = {6, 1};
  list[6] = {5};
  list[9] = {9};
  auto const outcome = simulate_clex_faults(network, ListTraffic{list}, {}, {}, 1);
  Table const faults = fault_table(outcome),
              named = unreachable_table(outcome.unreachable, outcome.lost_pairs);
  EXPECT_EQ(faults.at(0, "sent"), 4);
  EXPECT_EQ(faults.at(0, "delivered"), 2);
  EXPECT_EQ(faults.at(0, "delivered_share"), 50.0);
  EXPECT_EQ(faults.at(0, "unreachable"), 2);
  ASSERT_EQ(named.rows.size(), 2);
  EXPECT_EQ(named.rows[0], (std::vector<Value>{0, 6}));
  EXPECT_EQ(named.rows[1], (std::vector<Value>{6, 5}));
  auto const slowdown = slowdown_table(outcome, outcome.measures);
  EXPECT_EQ(slowdown.at(0, "level"), 2);
  EXPECT_EQ(slowdown.at(0, "slowdown"), 1.0);
  EXPECT_EQ(slowdown.at(1, "extra_hops"), 0.0);
}

TEST(ClexFaults, RejectInvalidOptions) {
  topology::Clex const clex = clex_of(4, 2);
  SurvivingClex const network{clex};
  auto const traffic = clex_traffic(clex, 1, 1);
  FaultOptions faults;
  faults.jitter = 1;
  EXPECT_THROW(simulate_clex_faults(network, traffic, {}, faults, 1), InputError);
  faults.jitter = 0;
  faults.asynchronous = true;
  ClexOptions options;
  options.subset = Subset::pooled;
  EXPECT_THROW(simulate_clex_faults(network, traffic, options, faults, 1), InputError);
  faults = {};
  faults.loss = 1;
  EXPECT_THROW(simulate_clex_faults(network, traffic, {}, faults, 1), InputError);
  options = {};
  options.redistribute = 3;
  EXPECT_THROW(simulate_clex_faults(network, traffic, options, {}, 1), InputError);
}

}  // namespace
}  // namespace weft::rounds
