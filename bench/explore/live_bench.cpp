// SPDX-License-Identifier: Apache-2.0
// 1,000 cycles of an observed simulation against the same simulation without observer, alternately on one
// thread: the CPU time of both, and their ratio. Frames are taken after each step; `trace` lists every move.

#include <ctime>

#include <benchmark/benchmark.h>

#include "weft/explore/live_flits.hpp"

namespace weft {
namespace {

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void watched(benchmark::State& state, char const* topology, std::uint64_t step, bool trace) {
  constexpr std::uint64_t cycles = 1000;
  Scenario const scenario{.topology = topology, .traffic = "uniform", .engine = "flit:rate=0.3"};
  auto setting = assemble_flit(scenario);
  auto const traffic = setting.traffic(no_progress());
  auto const machine = make_machine(setting);
  flit::Simulation bare(machine, *setting.bound, *traffic, setting.params, setting.seed, 1);
  explore::LiveFlits live(scenario);
  bare.advance(cycles);  // to a steady state
  live.step(cycles, false);
  double of_bare = 0, of_live = 0;
  for (auto _ : state) {
    auto const begin = processor_seconds();
    bare.advance(cycles);
    auto const middle = processor_seconds();
    for (std::uint64_t done = 0; done < cycles; done += step)
      benchmark::DoNotOptimize(live.step(step, trace).flit_hops);
    of_bare += middle - begin;
    of_live += processor_seconds() - middle;
  }
  state.counters["bare"] = benchmark::Counter(of_bare, benchmark::Counter::kAvgIterations);
  state.counters["watched"] = benchmark::Counter(of_live, benchmark::Counter::kAvgIterations);
  state.counters["ratio"] = of_live / of_bare;
}

constexpr auto torus = "torus:sides=16x16", dragonfly = "dragonfly:p=4,a=8,h=4";
BENCHMARK_CAPTURE(watched, torus_at_once, torus, 1000, false);
BENCHMARK_CAPTURE(watched, torus_by_cycle, torus, 1, false);
BENCHMARK_CAPTURE(watched, torus_trace, torus, 40, true);
BENCHMARK_CAPTURE(watched, torus_trace_by_cycle, torus, 1, true);
BENCHMARK_CAPTURE(watched, dragonfly_at_once, dragonfly, 1000, false);
BENCHMARK_CAPTURE(watched, dragonfly_by_cycle, dragonfly, 1, false);
BENCHMARK_CAPTURE(watched, dragonfly_trace, dragonfly, 40, true);
BENCHMARK_CAPTURE(watched, dragonfly_trace_by_cycle, dragonfly, 1, true);

}  // namespace
}  // namespace weft
