// SPDX-License-Identifier: Apache-2.0
// The loads of 65,536 tasks on PERCS (ns = 512, nd = 1), nodes filled with 2x2 tasks in random order: by
// aggregation and, in the same run, path by path. A transpose under indirect routing has 17 billion paths
// there: this case is compared on 4,096 tasks (ns = 32). Target times on one core: 5 ms (halo), 100 ms and 12
// ms (transpose direct, indirect).

#include <benchmark/benchmark.h>

#include "support/machine_of.hpp"
#include "support/percs_by_paths.hpp"
#include "weft/engine/load/percs/load.hpp"
#include "weft/mapping/blocks.hpp"
#include "weft/topology/family/percs.hpp"
#include "weft/traffic/communication/catalog.hpp"

namespace weft {
namespace {

using Visit = void (*)(PercsPaths const&, load::PlacedTasks const&, load::PercsLoadVisitor&);

/// Returns the maximum load of a channel.
class MaxLoad final : public load::PercsLoadVisitor {
 public:
  void inner(std::uint32_t, load::NodePairs const& load) override {
    for (auto const& from : load)
      for (auto const each : from) maximum = std::max(maximum, each);
  }
  void between(std::uint32_t, std::span<std::uint64_t const> load) override {
    for (auto const each : load) maximum = std::max(maximum, each);
  }
  std::uint64_t maximum = 0;
};

void run(benchmark::State& state, std::int64_t side, Communication const& communication, bool direct,
         Visit visit) {
  auto const supernodes = side * side / 128;
  topology::Percs const percs({supernodes, 1});
  auto const placement = mapping::Blocks({.order = mapping::BlockOrder::random})
                             .place({{side, side}, percs.num_terminals(), 1, machine_of(percs)});
  PercsPaths const paths(percs, {}, direct);
  for (auto _ : state) {
    load::PlacedTasks const tasks(communication, placement, paths.supernodes());
    MaxLoad max_load;
    visit(paths, tasks, max_load);
    benchmark::DoNotOptimize(max_load.maximum);
  }
}

void halo(benchmark::State& state, bool direct, Visit visit) {
  run(state, 256, task::Halo({}).communicate({{256, 256}}), direct, visit);
}
void transpose(benchmark::State& state, bool direct, Visit visit, std::int64_t side = 256) {
  run(state, side, task::Transpose({}).communicate({{side, side}}), direct, visit);
}

BENCHMARK_CAPTURE(halo, direct, true, load::visit_percs_loads)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(halo, direct_by_paths, true, load::visit_percs_loads_by_paths)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(halo, indirect, false, load::visit_percs_loads)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(halo, indirect_by_paths, false, load::visit_percs_loads_by_paths)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(transpose, direct, true, load::visit_percs_loads)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(transpose, direct_by_paths, true, load::visit_percs_loads_by_paths)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);
BENCHMARK_CAPTURE(transpose, indirect, false, load::visit_percs_loads)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(transpose, indirect_4096_tasks, false, load::visit_percs_loads, 64)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(transpose, indirect_4096_tasks_by_paths, false, load::visit_percs_loads_by_paths, 64)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);

}  // namespace
}  // namespace weft
