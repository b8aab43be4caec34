// SPDX-License-Identifier: Apache-2.0
// The routing `balanced` on the published fabrics: seconds, the minimum load of any routing by destination,
// the best maximum load of an OpenSM engine (test/data/fabrics/engines.csv), the maximum load of balanced,
// its layers, effective bisection and shifts. Real fabrics are omitted if the collection is absent. Then two
// large networks, of 8,000 hosts and 1,200 switches, only with load relative to the bound.

#include <algorithm>
#include <map>
#include <optional>

#include <benchmark/benchmark.h>

#include "support/fabrics.hpp"
#include "support/reference.hpp"
#include "weft/analysis/fabric/contention.hpp"
#include "weft/analysis/fabric/route_judgment.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/topologies.hpp"
#include "weft/routing/balanced/balanced_routes.hpp"

namespace weft {
namespace {

void balance(benchmark::State& state, std::string const& topology, double best_engine) {
  auto const network = Machine(make_topology(topology)).network();
  std::vector<std::uint32_t> homes;
  for (std::uint32_t t = 0; t < network->num_terminals(); ++t)
    homes.push_back(network->injection_router({t}).v);
  std::optional<routing::BalancedRoutes> balanced;
  for (auto _ : state) balanced = routing::balanced_routes(*network, homes, {});
  auto const judged = fabric::judge(balanced->routes, *network, HopTable(router_graph(*network)));
  auto const load = static_cast<double>(std::ranges::max(judged.load));
  state.counters["bound"] = balanced->bound;
  state.counters["load"] = load;
  state.counters["layers"] = balanced->layers;
  state.counters["load/bound"] = load / balanced->bound;
  if (best_engine == 0) return;
  state.counters["engine"] = best_engine;
  state.counters["load/engine"] = load / best_engine;
  state.counters["ebb"] = fabric::effective_bisection(balanced->routes, *network, 1000).mean;
  state.counters["shift"] = fabric::shifts(balanced->routes, *network).mean;
}

bool const registered = [] {
  auto const add = [](std::string const& name, std::string const& topology, double best_engine) {
    auto const run = [=](benchmark::State& state) { balance(state, topology, best_engine); };
    benchmark::RegisterBenchmark(name.c_str(), run)->Iterations(1)->Unit(benchmark::kSecond)->UseRealTime();
  };
  std::map<std::string, double> best;
  for (auto const& row : csv_rows(fabric_sample("engines.csv"))) {
    if (row.at("ends") != "hosts" || row.at("load_max").empty()) continue;
    auto const load = std::stod(row.at("load_max"));
    auto const [known, is_new] = best.emplace(row.at("fabric"), load);
    if (!is_new) known->second = std::min(known->second, load);
  }
  for (auto const& [fabric, load] : best)
    if (auto const file = topology_file_of(fabric); !file.empty())
      add(fabric, "file:format=ibnetdiscover,path=" + file, load);
  add("fat tree of 8,000", "xgft:children=20x20x20,parents=1x20x20", 0);
  add("random graph of 8,400", "jellyfish:routers=1200,degree=29,concentration=7", 0);
  return true;
}();

}  // namespace
}  // namespace weft
