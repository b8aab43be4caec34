// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/balanced/balanced_routes.hpp"

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/complaint.hpp"
#include "support/recorded_stages.hpp"
#include "weft/core/parallel.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/spec.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/topologies.hpp"
#include "weft/routing/bind.hpp"
#include "weft/routing/layered/layering.hpp"

namespace weft::routing {
namespace {

std::vector<std::uint32_t> homes_of(Network const& network) {
  std::vector<std::uint32_t> homes;
  for (std::uint32_t t = 0; t < network.num_terminals(); ++t)
    homes.push_back(network.injection_router({t}).v);
  return homes;
}

/// Returns the routers that can reach a terminal without crossing a failure.
std::vector<bool> reached_from(Network const& network, std::uint32_t router) {
  std::vector<bool> reached(network.num_routers(), false);
  if (network.router_failed({router})) return reached;
  std::vector<std::uint32_t> stack{router};
  reached[router] = true;
  while (!stack.empty()) {
    auto const at = stack.back();
    stack.pop_back();
    for (std::uint16_t p = 0; p < network.degree({at}); ++p) {
      auto const channel = network.channel({at}, {p});
      auto const far = network.target(channel).v;
      if (network.channel_failed(channel) || reached[far]) continue;
      reached[far] = true;
      stack.push_back(far);
    }
  }
  return reached;
}

/// Results of walking along balanced routes for every pair.
struct Walked {
  std::vector<double> load;  // by channel
  RouteSet routes;
  Layering layering;
  std::string fault;  // fault of the first invalid route

  double max_load() const { return std::ranges::max(load); }
};

Walked walk(Network const& network, BalancedRoutes const& balanced) {
  Walked result{
      .load = std::vector<double>(network.num_channels(), 0), .routes = {}, .layering = {}, .fault = {}};
  auto const homes = homes_of(network);
  result.layering.layers = balanced.layers;
  for (std::uint32_t to = 0; to < homes.size(); ++to) {
    auto const reached = reached_from(network, homes[to]);
    for (std::uint32_t from = 0; from < homes.size(); ++from) {
      if (from == to) continue;
      std::vector<std::uint32_t> channels;
      auto at = homes[from];
      for (auto hop = balanced.routes.to(to)[at]; hop.is_channel(); hop = balanced.routes.to(to)[at]) {
        channels.push_back(hop.channel().v);
        if (network.channel_failed(hop.channel()) || channels.size() > network.num_routers()) break;
        at = network.target(hop.channel()).v;
      }
      bool const arrives = balanced.routes.to(to)[at] == NextHop(NextHop::End::arrives) && at == homes[to];
      if (arrives != reached[homes[from]]) result.fault = std::to_string(from) + " to " + std::to_string(to);
      if (!arrives) continue;
      for (auto const c : channels) ++result.load[c];
      if (channels.empty()) continue;
      result.routes.add(channels);
      result.layering.layer.push_back(balanced.layer_of(homes[from], to));
    }
  }
  return result;
}

BalancedRoutes balance(Machine const& machine, BalancedPlan const& plan) {
  return balanced_routes(*machine.network(), homes_of(*machine.network()), plan);
}

void expect_balanced(std::string const& topology, double load, std::uint32_t layers) {
  SCOPED_TRACE(topology);
  Machine const machine(make_topology(topology));
  auto const balanced = balance(machine, {});
  auto const walked = walk(*machine.network(), balanced);
  EXPECT_EQ(walked.fault, "");
  EXPECT_EQ(walked.max_load(), load);
  EXPECT_EQ(balanced.layers, layers);
  EXPECT_LE(balanced.bound, load);
  EXPECT_TRUE(is_acyclic(walked.routes, walked.layering));
}

/// At minimum effort, the search makes 10 rounds in each of two attempts.
TEST(BalancedRoutes, ReportTheirSearchToTheProgressOfTheThread) {
  test::RecordedStages stages;
  {
    ProgressOfThread const listens(stages);
    bind_shares(Spec::parse("balanced:layers=2,effort=0.001"), Machine(make_topology("torus:sides=4x4")));
  }
  EXPECT_EQ(stages.all(), (std::vector<test::RecordedStage>{{"initial trees"}, {"balancing", 20, 20, true}}));
}

// Every maximum load is optimal: the mean over all channels, or the traffic that must leave a router.
TEST(BalancedRoutes, ReachTheMinimumLoadsOfSmallNetworks) {
  expect_balanced("xgft:children=5,parents=1", 4, 1);
  expect_balanced("ring:routers=6,concentration=1", 5, 2);
  expect_balanced("complete:routers=5,concentration=3", 9, 1);
  expect_balanced("kary_ntree:arity=2,levels=3", 6, 1);
  expect_balanced("hyperx:sides=2,parallel=3,terminals=3", 3, 1);
}

TEST(BalancedRoutes, LoadParallelChannelsInProportionToTheirRates) {
  Machine const machine(make_topology("hyperx:sides=2,parallel=3,terminals=5"));
  auto const& network = *machine.network();
  std::vector<double> rates(network.num_channels(), 1);
  for (std::uint32_t r = 0; r < 2; ++r) rates[network.channel({r}, {1}).v] = 3;
  auto const balanced = balanced_routes(network, homes_of(network), {}, rates);
  auto const load = walk(network, balanced).load;
  for (std::uint32_t r = 0; r < 2; ++r) {
    EXPECT_EQ(load[network.channel({r}, {0}).v], 5);
    EXPECT_EQ(load[network.channel({r}, {1}).v], 15);
    EXPECT_EQ(load[network.channel({r}, {2}).v], 5);
  }
}

TEST(BalancedRoutes, NeedOnlyOneLayerOnAnyNetworkOfLinks) {
  for (std::string const topology : {"ring:routers=7,concentration=2", "torus:sides=4x4,concentration=1",
                                     "petersen", "jellyfish:routers=20,degree=4,concentration=2,seed=5"}) {
    SCOPED_TRACE(topology);
    Machine const machine(make_topology(topology));
    auto const balanced = balance(machine, {.layers = 1, .effort = 0.2});
    auto const walked = walk(*machine.network(), balanced);
    EXPECT_EQ(walked.fault, "");
    EXPECT_EQ(balanced.layers, 1u);
    EXPECT_TRUE(is_acyclic(walked.routes, walked.layering));
  }
}

TEST(BalancedRoutes, DoNotDependOnThreads) {
  Machine const machine(make_topology("torus:sides=4x4,concentration=2"));
  auto const with = [&](unsigned threads, std::uint64_t seed) {
    Threads const limit(threads);
    return balance(machine, {.seed = seed, .effort = 0.1});
  };
  auto const one = with(1, 1), two = with(2, 1), other = with(2, 2);
  auto const same = [](BalancedRoutes const& a, BalancedRoutes const& b) {
    bool equal = a.layer == b.layer;
    for (std::uint32_t end = 0; end < a.routes.num_ends(); ++end)
      equal = equal && std::ranges::equal(a.routes.to(end), b.routes.to(end));
    return equal;
  };
  EXPECT_TRUE(same(one, two));
  EXPECT_FALSE(same(one, other));
}

TEST(BalancedRoutes, RejectChannelsWithoutAReverse) {
  Machine const machine(make_topology("kautz"));
  auto const rejection = rejection_of([&] { balance(machine, {}); });
  ASSERT_TRUE(rejection);
  EXPECT_EQ(rejection->problem, "balanced does not support channels without a reverse");
}

RC_GTEST_PROP(BalancedRoutes, EveryPairArrivesAndEachLayerIsAcyclicAroundFailures, ()) {
  auto const topology = *rc::gen::element<std::string>(
      "torus:sides=3x4,concentration=2", "mesh:sides=3x3,concentration=1", "kary_ntree:arity=3,levels=2",
      "hyperx:sides=3x2,parallel=2,terminals=1", "dragonfly:p=1,a=2,h=1",
      "jellyfish:routers=14,degree=3,concentration=2,seed=3");
  FailureParams failures;
  failures.links = *rc::gen::element(0.0, 0.1, 0.3);
  failures.routers = *rc::gen::element(0.0, 0.1);
  failures.seed = *rc::gen::inRange(1, 1000);
  BalancedPlan plan;
  plan.layers = *rc::gen::inRange(1u, 5u);
  plan.seed = *rc::gen::inRange<std::uint64_t>(1, 1000);
  plan.effort = 0.02;
  Machine const machine(make_topology(topology), failures);
  auto const balanced = balance(machine, plan);
  auto const walked = walk(*machine.network(), balanced);
  RC_ASSERT(walked.fault.empty());
  RC_ASSERT(balanced.layers <= plan.layers);
  RC_ASSERT(is_acyclic(walked.routes, walked.layering));
  RC_ASSERT(walked.max_load() >= balanced.bound - 1e-9);
}

}  // namespace
}  // namespace weft::routing
