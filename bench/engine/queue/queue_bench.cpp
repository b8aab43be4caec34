// SPDX-License-Identifier: Apache-2.0
// 100,000 jobs of the model of Lublin and Feitelson on 10,240 nodes under EASY: seconds of the whole run with
// generated jobs, without tables. One thread. CPU seconds of `weft queue` on a core of a shared AMD EPYC:
// per_group 1.1, random 3.8, conservative backfilling 1.5, tree on the fat tree 1.2, curve on the torus 3.3;
// with interference=load and per_group on the dragonfly 14. Interference on a fat tree takes minutes, because
// each pair of tasks has hundreds of paths: 5,000 jobs on kary_ntree:arity=22,levels=3 take 5.4 s.

#include <cstdio>

#include <benchmark/benchmark.h>

#include "weft/core/parallel.hpp"
#include "weft/verb/queue/queue.hpp"
#include "weft/verb/verb.hpp"

namespace weft {
namespace {

using verb::QueueVerb;

/// 80 groups of 16 routers with 8 terminals; 640 leaf switches with 16.
constexpr char const *dragonfly = "dragonfly:p=8,a=16,h=8,groups=80",
                     *fat_tree = "xgft:children=16x32x20,parents=1x16x16", *torus = "torus:sides=16x16x40";

void jobs(benchmark::State& state, char const* topology, char const* allocation,
          queue::InterferenceModel interference = queue::InterferenceModel::none,
          char const* policy = "easy") {
  Threads const threads(1);
  for (auto _ : state) {
    auto const result = verb::run<QueueVerb>({.topology = topology,
                                              .log = "lublin:jobs=100000",
                                              .policy = policy,
                                              .allocation = allocation,
                                              .load = 0.8,
                                              .interference = interference});
    state.counters["engine_s"] = result.timings.front().seconds;
    state.counters["mean_wait_s"] = result.table("summary").at(0, "mean_wait").number();
    state.counters["utilization"] = result.table("machine").at(0, "utilization").number();
    if (auto const* const slow_down = result.find_table("slow_down"))
      state.counters["slow_down"] = slow_down->at(0, "mean").number();
  }
}

using queue::InterferenceModel;
BENCHMARK_CAPTURE(jobs, dragonfly_per_group, dragonfly, "per_group")->Unit(benchmark::kSecond)->Iterations(1);
BENCHMARK_CAPTURE(jobs, dragonfly_random, dragonfly, "random")->Unit(benchmark::kSecond)->Iterations(1);
BENCHMARK_CAPTURE(jobs, dragonfly_conservative, dragonfly, "per_group", InterferenceModel::none,
                  "conservative")
    ->Unit(benchmark::kSecond)
    ->Iterations(1);
BENCHMARK_CAPTURE(jobs, fat_tree_tree, fat_tree, "tree")->Unit(benchmark::kSecond)->Iterations(1);
BENCHMARK_CAPTURE(jobs, torus_curve, torus, "curve")->Unit(benchmark::kSecond)->Iterations(1);
BENCHMARK_CAPTURE(jobs, dragonfly_load, dragonfly, "per_group", InterferenceModel::load)
    ->Unit(benchmark::kSecond)
    ->Iterations(1);
BENCHMARK_CAPTURE(jobs, dragonfly_random_load, dragonfly, "random", InterferenceModel::load)
    ->Unit(benchmark::kSecond)
    ->Iterations(1);

}  // namespace
}  // namespace weft
