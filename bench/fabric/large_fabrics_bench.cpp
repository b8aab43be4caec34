// SPDX-License-Identifier: Apache-2.0
// Forwarding tables of full fat trees of 2,197 and of 8,000 hosts (87 MB and 713 MB): wall-clock seconds of
// `weft export`, of `weft judge` from the files to the verdict, and of each part of it, on all threads. The
// counters `limit_s` and `limit_MB` are the limits on two slow cores; `MB` is the peak memory of `weft judge`
// on one thread. Needs 800 MB of disk space for temporary files.

#include <map>
#include <memory>

#include <benchmark/benchmark.h>

#include "support/peak_memory.hpp"
#include "support/scratch.hpp"
#include "weft/analysis/fabric/contention.hpp"
#include "weft/analysis/fabric/route_judgment.hpp"
#include "weft/core/parallel.hpp"
#include "weft/io/fabric/forwarding_tables.hpp"
#include "weft/io/file.hpp"
#include "weft/network/fabric_of.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/topologies.hpp"
#include "weft/verb/verb.hpp"

namespace weft {
namespace {

/// The tables of d-mod-k for a k-ary n-tree of three levels, in files that are written once.
class TreeOnDisk {
 public:
  explicit TreeOnDisk(int arity) : tree_("kary_ntree:levels=3,arity=" + std::to_string(arity)) { write(); }

  void write() {
    std::filesystem::remove_all(folder());
    verb::assemble(
        Spec::parse("export:format=opensm,routing=\"nearest_common_ancestor:choice=d_mod_k\",topology=\"" +
                    tree_ + "\",output=\"" + folder().string() + "\""))
        ->run();
  }
  /// The work of `weft judge`, from the files to the verdict.
  void judge() const {
    verb::assemble(Spec::parse("judge:matchings=0,shifts=none,topology=\"file:path=" + netlist() +
                               "\",routings=\"forwarding:path=" + tables() + "\""))
        ->run();
  }
  std::string netlist() const { return (folder() / "fabric.net").string(); }
  std::string tables() const { return (folder() / "fabric.lfts").string(); }

 private:
  std::filesystem::path folder() const { return scratch_ / "tables"; }

  Scratch scratch_;
  std::string tree_;
};

TreeOnDisk& tree(int arity) {
  static std::map<int, std::unique_ptr<TreeOnDisk>> trees;
  auto& it = trees[arity];
  if (!it) it = std::make_unique<TreeOnDisk>(arity);
  return *it;
}

/// The routes of the tables, in memory.
struct Routes {
  explicit Routes(TreeOnDisk const& tree)
      : topology(make_topology("file:path=" + tree.netlist())),
        network(Machine(topology).network()),
        forwarded(read(tree)) {}

  TopologyPtr topology;
  std::shared_ptr<Network const> network;
  routing::ForwardedRoutes forwarded;

 private:
  routing::ForwardedRoutes read(TreeOnDisk const& tree) const {
    auto const fabric = fabric_of(*topology);
    ForwardingTables tables;
    add_forwarding_tables(read_file(tree.tables()), tree.tables(), tables);
    return routing::forwarded_routes(fabric, *network, tables,
                                     routing::end_nodes(fabric, routing::FabricEnds::hosts));
  }
};

Routes const& routes_of(int arity) {
  static std::map<int, std::unique_ptr<Routes>> all;
  auto& it = all[arity];
  if (!it) it = std::make_unique<Routes>(tree(arity));
  return *it;
}

void run_export(benchmark::State& state, int arity) {
  auto& it = tree(arity);
  for (auto _ : state) it.write();
}

void run_judge(benchmark::State& state, int arity, double limit_megabytes) {
  auto const& it = tree(arity);
  for (auto _ : state) it.judge();
  Threads const one(1);
  state.counters["MB"] = test::peak_memory([&] { it.judge(); }) / 1e6;
  if (limit_megabytes > 0) state.counters["limit_MB"] = limit_megabytes;
}

void run_read(benchmark::State& state, int arity) {
  auto const file = tree(arity).tables();
  for (auto _ : state) benchmark::DoNotOptimize(read_file(file));
}

void run_read_and_bind(benchmark::State& state, int arity) {
  auto const& it = tree(arity);
  for (auto _ : state) benchmark::DoNotOptimize(Routes(it));
}

void run_loads(benchmark::State& state, int arity) {
  auto const& it = routes_of(arity);
  HopTable const hops(router_graph(*it.network));
  for (auto _ : state) benchmark::DoNotOptimize(fabric::judge(it.forwarded.routes, *it.network, hops));
}

void run_matchings(benchmark::State& state, int arity) {
  auto const& it = routes_of(arity);
  for (auto _ : state)
    benchmark::DoNotOptimize(fabric::effective_bisection(it.forwarded.routes, *it.network, 1000));
}

void run_shifts(benchmark::State& state, int arity) {
  auto const& it = routes_of(arity);
  for (auto _ : state) benchmark::DoNotOptimize(fabric::shifts(it.forwarded.routes, *it.network));
}

bool const registered = [] {
  auto const add = [](std::string const& name, double limit, auto run) {
    auto const limited = [=](benchmark::State& state) {
      run(state);
      if (limit > 0) state.counters["limit_s"] = limit;
    };
    benchmark::RegisterBenchmark(name.c_str(), limited)
        ->Iterations(1)
        ->Unit(benchmark::kSecond)
        ->UseRealTime();
  };
  for (auto const& [arity, hosts] : {std::pair(13, "2,197 hosts"), std::pair(20, "8,000 hosts")}) {
    std::string const of = std::string(" of ") + hosts;
    bool const large = arity == 20;
    add("export" + of, large ? 5 : 0, [=](auto& state) { run_export(state, arity); });
    add("judge" + of, large ? 5 : 0.6, [=](auto& state) { run_judge(state, arity, large ? 1000 : 0); });
    add("  reading the file" + of, 0, [=](auto& state) { run_read(state, arity); });
    add("  tables as routes" + of, 0, [=](auto& state) { run_read_and_bind(state, arity); });
    add("  fates and loads" + of, 0, [=](auto& state) { run_loads(state, arity); });
    add("1,000 matchings" + of, large ? 10 : 0, [=](auto& state) { run_matchings(state, arity); });
    add("all shifts" + of, large ? 20 : 0, [=](auto& state) { run_shifts(state, arity); });
  }
  return true;
}();

}  // namespace
}  // namespace weft
