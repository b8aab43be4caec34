// SPDX-License-Identifier: Apache-2.0
// The cost of one exchange of two tasks: incremental update of loads against recomputation of all loads.
#include <benchmark/benchmark.h>

#include "weft/mapping/search/annealing.hpp"
#include "weft/mapping/search/congestion.hpp"
#include "weft/workload/jobs.hpp"

namespace weft {
namespace {

struct Job {
  char const* name;
  verb::Load::Params request;
};

Job const jobs[] = {
    {"torus_64x64_halo", {.topology = "torus:sides=64x64", .pattern = "halo"}},
    {"slim_fly_4096_halo", {.topology = "slim_fly:q=17", .pattern = "halo", .grid = {64, 64}}},
    {"dragonfly_1056_transpose",
     {.topology = "dragonfly:p=4,a=8,h=4", .pattern = "transpose", .grid = {32, 32}}},
    {"percs_4096_halo", {.topology = "percs:supernodes=32,links=4", .pattern = "halo", .grid = {64, 64}}},
};

/// A placed job with its initial loads.
struct Placed {
  explicit Placed(Job const& job)
      : parts(placed(job.request)),
        context(context_of(parts)),
        ground(context, "bench"),
        costs(ground.costs()),
        congestion(ground.tasks(), ground.network(), costs, parts.jobs[0].placement) {
    congestion.set_power(5);
  }
  static LoadAssembly placed(verb::Load::Params const& request) {
    auto parts = assemble_load(request);
    place_jobs(parts, 1, no_progress());
    return parts;
  }
  static mapping::MappingContext context_of(LoadAssembly const& parts) {
    mapping::MappingContext context{parts.jobs[0].grid, parts.machine->terminals()};
    context.communication = &parts.jobs[0].communication;
    context.network = [&parts]() -> Network const& { return parts.machine->network(); };
    context.shares = [&parts]() -> routing::Shares const& { return parts.machine->shares(); };
    return context;
  }
  LoadAssembly parts;
  mapping::MappingContext context;
  mapping::SearchContext ground;
  mapping::PairCosts costs;
  mapping::Congestion congestion;
};

/// The complete search: proposals, exchanges, acceptance.
void annealing(benchmark::State& state, Job const& job) {
  Placed placed(job);
  mapping::Annealing search(placed.congestion, placed.ground.tasks(), placed.ground.network(),
                            Rng(1, Purpose::placement, 0));
  constexpr std::uint64_t moves = 20'000;
  for (auto _ : state) search.cool({.moves = moves}, 0.02, no_progress());
  state.SetItemsProcessed(static_cast<std::int64_t>(moves * state.iterations()));
}

/// One exchange, then all loads recomputed from the same stored shares.
void full_evaluation(benchmark::State& state, Job const& job) {
  Placed placed(job);
  Rng random(1, Purpose::placement, 0);
  auto placement = placed.parts.jobs[0].placement;
  for (auto _ : state) {
    std::swap(placement[random.below(placement.size())], placement[random.below(placement.size())]);
    placed.congestion.reset(placement);
    benchmark::DoNotOptimize(placed.congestion.value());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()));
}

int const registered = [] {
  for (auto const& job : jobs) {
    benchmark::RegisterBenchmark((std::string("annealing/") + job.name).c_str(), annealing, job)
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark((std::string("full_evaluation/") + job.name).c_str(), full_evaluation, job)
        ->Unit(benchmark::kMillisecond);
  }
  return 0;
}();

}  // namespace
}  // namespace weft
