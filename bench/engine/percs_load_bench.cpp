// The loads of 65,536 tasks on PERCS (ns = 512, nd = 1), nodes filled with 2x2 tasks in random order: by aggregation and,
// where it ends, path by path.

#include <benchmark/benchmark.h>

#include "weft/engine/load/percs_load.hpp"
#include "weft/mapping/blocks.hpp"
#include "weft/traffic/communication/catalog.hpp"

namespace weft {
namespace {

using Evaluate = load::Loads (*)(PercsPaths const&, load::PlacedTasks const&);
constexpr Sides::value_type side = 256;

void run(benchmark::State& state, Communication const& communication, bool direct, Evaluate evaluate) {
  Percs const percs({512, 1});
  auto const placement =
      Blocks({.order = BlockOrder::random}).place({{side, side}, percs.num_terminals(), 1, percs});
  PercsPaths const paths(percs, {}, direct);
  for (auto _ : state) {
    load::PlacedTasks const tasks(communication, placement, 512);
    benchmark::DoNotOptimize(evaluate(paths, tasks));
  }
}

void halo(benchmark::State& state, bool direct, Evaluate evaluate) {
  run(state, task::Halo({}).communicate({{side, side}}), direct, evaluate);
}
void transpose(benchmark::State& state, bool direct, Evaluate evaluate) {
  run(state, task::Transpose({}).communicate({{side, side}}), direct, evaluate);
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

}  // namespace
}  // namespace weft
