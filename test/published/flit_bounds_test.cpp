// SPDX-License-Identifier: Apache-2.0
// The flit engine compared with the theory of idle and saturated networks: Dally & Towles, ch. 3 (zero-load
// latency, channel load) and the mean distances of Kim, Dally & Abts (flattened butterfly, ISCA 2007), Kim,
// Dally, Scott & Abts (dragonfly, ISCA 2008) and Besta & Hoefler (Slim Fly, SC 2014).

#include <algorithm>
#include <iostream>

#include <gtest/gtest.h>

#include "support/vc_walk.hpp"
#include "weft/verb/load/load.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/verb/sweep/sweep.hpp"
#include "weft/verb/verb.hpp"
#include "weft/workload/flit/assembly.hpp"

namespace weft {
namespace {

/// A network under uniform traffic, in which the source is also a destination. If all latencies are 1, a
/// packet needs 4 cycles per router and 1 cycle per terminal channel.
struct BoundedMachine {
  char const* name;
  char const* topology;
  char const* routing;
  char const* load;  ///< routing of the load engine with equal channel loads; "": none, all paths are traced
  double idle_cycles;  ///< zero-load latency in theory, in cycles
  double minimum;      ///< fraction of the bound that the network must accept
  char const* latency = "latency=1";
};

constexpr double of_routers(double mean) { return 4 * mean + 2; }

BoundedMachine const machines[] = {
    // k / 4 hops per dimension on average.
    {"torus", "torus:sides=8x8", "dimension_order", "all_minimal", of_routers(1 + 2 + 2), 0.75},
    // Up i levels and down again to 3 * 4^i of 64 destinations; i = 0: to the 4 terminals of the same router.
    {"fat_tree", "kary_ntree:arity=4,levels=3", "nearest_common_ancestor", "all_minimal",
     of_routers((1 * 4 + 3 * 12 + 5 * 48) / 64.0), 0.75},
    // One hop per dimension in 3 of 4 cases.
    {"flattened_butterfly", "flattened_butterfly:arity=4,levels=3", "dimension_order", "dimension_order",
     of_routers(1 + 0.75 + 0.75), 0.75},
    {"hyperx", "hyperx:sides=3x3x3,terminals=3", "dimension_order", "dimension_order",
     of_routers(1 + 3 * 2 / 3.0), 0.75},
    // 7 of 50 routers are neighbors, 42 at distance 2.
    {"slim_fly", "slim_fly:q=5,concentration=3", "minimal", "all_minimal",
     of_routers(1 + (7 * 1 + 42 * 2) / 50.0), 0},
    // 3 of 36 routers are in the same group; for the 8 other groups, there is a local hop on either side in 3
    // of 4 cases. Local channels take 10 cycles, global channels 100.
    {"dragonfly", "dragonfly:p=2,a=4,h=2,arrangement=absolute", "minimal", "",
     of_routers(1 + 3 / 36.0 + 32 / 36.0 * 2.5) + 9 * (3 / 36.0 + 32 / 36.0 * 1.5) + 99 * 32 / 36.0, 0,
     "latency=10x100"},
    // One hop on level 1 and one on level 2; each is omitted for 1 destination in 8.
    {"clex", "clex:m=8,levels=2", "clex_direct", "", of_routers(1 + 2 * 7 / 8.0), 0},
};

class FlitBounds : public ::testing::TestWithParam<BoundedMachine> {
 protected:
  static Scenario idle(std::string const& options) {
    Scenario it;
    it.topology = GetParam().topology;
    it.routing = GetParam().routing;
    it.traffic = "uniform";
    it.engine = "flit:vcs=4," + std::string(GetParam().latency) + options;
    return it;
  }
};

/// Results of tracing all pairs of terminals: the mean zero-load latency in cycles, and the load of the most
/// loaded channel if each terminal sends one unit.
struct Walked {
  double cycles = 0, load = 0;

  explicit Walked(Scenario const& scenario) {
    auto const setting = assemble_flit(scenario);
    auto const times = channel_times(setting);
    auto const& network = *setting.network;
    auto const n = static_cast<std::uint32_t>(network.num_terminals());
    std::vector<double> uses(network.num_channels());
    for (std::uint32_t from = 0; from < n; ++from)
      for (std::uint32_t to = 0; to < n; ++to) {
        VcWalk walk(network, *setting.bound, network.injection_router({from}).v,
                    network.ejection_router({to}).v, 1);
        walk.finish(100);
        cycles += of_routers(1);
        for (auto const c : walk.channels()) {
          cycles += 4 + times.latency[c.v] - 1;
          ++uses[c.v];
        }
      }
    cycles /= static_cast<double>(n) * n;
    load = *std::ranges::max_element(uses) / n;
  }
};

/// Returns the maximum rate of a terminal at which no channel, including the channels to terminals, is
/// saturated.
double load_bound(BoundedMachine const& machine) {
  verb::Load::Params request;
  request.topology = machine.topology;
  request.routing = machine.load;
  request.pattern = "all_to_all";
  auto const table = verb::run<verb::Load>(request).table("throughput");
  double max_load = 0;
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    max_load = std::max(max_load, table.at(row, "max_load").number());
  return 1 / std::max(1.0, max_load);
}

TEST_P(FlitBounds, ZeroLoadLatencyMatchesTheory) {
  auto const walked = Walked(idle("")).cycles;
  if (GetParam().idle_cycles > 0) { EXPECT_NEAR(walked, GetParam().idle_cycles, 1e-9); }
  auto const result = verb::run<verb::Simulate>(idle(",rate=0.002,precision=0.002,max_cycles=3000000"));
  auto const& table = result.table("latency");
  auto const latency = table.at(0, "latency").number(), spread = table.at(0, "plus_minus").number();
  EXPECT_NEAR(latency, walked, 2 * spread + 0.002 * walked) << "packets meet now and then even so";
  EXPECT_LT(spread, 0.005 * walked);
  std::cout << GetParam().name << ": idle " << latency << " +- " << spread << ", by theory " << walked
            << "\n";
}

TEST_P(FlitBounds, ThroughputIsLimitedByTheBottleneck) {
  auto const& machine = GetParam();
  auto const bound = machine.load[0] != '\0' ? load_bound(machine) : 1 / std::max(1.0, Walked(idle("")).load);
  for (auto const* const speedup : {"1", "2"}) {
    verb::Sweep::Params request;
    request.topology = machine.topology;
    request.routing = machine.routing;
    request.engine = "flit:vcs=4,precision=0.05,max_cycles=30000,speedup=" + std::string(speedup);
    request.points = 2;
    request.resolution = 0.02;
    auto const result = verb::run<verb::Sweep>(request);
    auto const& it = result.table("saturation");
    auto const below = it.at(0, "below").number(), throughput = it.at(0, "throughput").number();
    EXPECT_LE(below, bound);
    EXPECT_LE(throughput, bound * 1.01) << "of finitely many packets";
    if (speedup[0] == '2') { EXPECT_GE(below, machine.minimum * bound); }
    std::cout << machine.name << ", speedup " << speedup << ": saturated at " << below << " of " << bound
              << ", beyond it carries " << throughput << "\n";
  }
}

INSTANTIATE_TEST_SUITE_P(Machines, FlitBounds, ::testing::ValuesIn(machines),
                         [](auto const& it) { return it.param.name; });

}  // namespace
}  // namespace weft
