// The loads of 65,536 tasks on PERCS (ns = 512, nd = 1), nodes filled with 2x2 tasks in random order: by aggregation and,
// where it ends, path by path.

#include <benchmark/benchmark.h>

#include "weft/engine/load/percs_load.hpp"
#include "weft/mapping/blocks.hpp"
#include "weft/traffic/communication/catalog.hpp"

namespace weft {
namespace {

template <class Pattern>
void run(benchmark::State& state, bool direct,
         load::Loads (*evaluate)(PercsPaths const&, load::PlacedTasks const&)) {
  Percs const percs({512, 1});
  Sides const grid{256, 256};
  auto const communication = Pattern({}).communicate({grid});
  auto const placement = Blocks({.order = BlockOrder::random}).place({grid, percs.num_terminals(), 1, percs});
  PercsPaths const paths(percs, {}, direct);
  for (auto _ : state) {
    load::PlacedTasks const tasks(communication, placement, 512);
    benchmark::DoNotOptimize(evaluate(paths, tasks));
  }
}

BENCHMARK_CAPTURE(run<task::Halo>, halo_direct, true, load::percs_loads)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run<task::Halo>, halo_direct_by_paths, true, load::percs_loads_by_paths)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run<task::Halo>, halo_indirect, false, load::percs_loads)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run<task::Halo>, halo_indirect_by_paths, false, load::percs_loads_by_paths)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run<task::Transpose>, transpose_direct, true, load::percs_loads)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run<task::Transpose>, transpose_direct_by_paths, true, load::percs_loads_by_paths)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);
BENCHMARK_CAPTURE(run<task::Transpose>, transpose_indirect, false, load::percs_loads)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace weft
