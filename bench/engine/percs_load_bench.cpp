// The loads of 65,536 tasks on PERCS (ns = 512, nd = 1), nodes filled with 2x2 tasks in random order: by aggregation and, in
// the same run, path by path. A transpose under indirect routing has 17 thousand million paths there: those two are compared
// on 4,096 tasks (ns = 32). Least times asked for on one core: 5 ms (halo), 100 ms and 12 ms (transpose direct, indirect).

#include <benchmark/benchmark.h>

#include "support/machine_of.hpp"
#include "weft/engine/load/percs_load.hpp"
#include "weft/mapping/blocks.hpp"
#include "weft/topology/family/percs.hpp"
#include "weft/traffic/communication/catalog.hpp"

namespace weft {
namespace {

using Evaluate = load::Loads (*)(PercsPaths const&, load::PlacedTasks const&);

void run(benchmark::State& state, std::int64_t side, Communication const& communication, bool direct,
         Evaluate evaluate) {
  auto const supernodes = side * side / 128;
  Percs const percs({supernodes, 1});
  auto const placement = Blocks({.order = BlockOrder::random})
                             .place({{side, side}, percs.num_terminals(), 1, machine_of(percs)});
  PercsPaths const paths(percs, {}, direct);
  for (auto _ : state) {
    load::PlacedTasks const tasks(communication, placement, paths.supernodes());
    benchmark::DoNotOptimize(evaluate(paths, tasks));
  }
}

void halo(benchmark::State& state, bool direct, Evaluate evaluate) {
  run(state, 256, task::Halo({}).communicate({{256, 256}}), direct, evaluate);
}
void transpose(benchmark::State& state, bool direct, Evaluate evaluate, std::int64_t side = 256) {
  run(state, side, task::Transpose({}).communicate({{side, side}}), direct, evaluate);
}

BENCHMARK_CAPTURE(halo, direct, true, load::percs_loads)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(halo, direct_by_paths, true, load::percs_loads_by_paths)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(halo, indirect, false, load::percs_loads)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(halo, indirect_by_paths, false, load::percs_loads_by_paths)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(transpose, direct, true, load::percs_loads)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(transpose, direct_by_paths, true, load::percs_loads_by_paths)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);
BENCHMARK_CAPTURE(transpose, indirect, false, load::percs_loads)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(transpose, indirect_4096_tasks, false, load::percs_loads, 64)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(transpose, indirect_4096_tasks_by_paths, false, load::percs_loads_by_paths, 64)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);

}  // namespace
}  // namespace weft
