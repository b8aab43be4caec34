// SPDX-License-Identifier: Apache-2.0
// All-to-all on sparse tori by states of routers: literal and by symmetry, in message-hops per second, and as
// ratios to the naive execution of test/support, which processes every message individually, in the same run.

#include <benchmark/benchmark.h>

#include "hops_per_second.hpp"
#include "support/router_oracle.hpp"
#include "weft/core/parallel.hpp"
#include "weft/engine/schedule/router_states/router_execution.hpp"
#include "weft/traffic/schedule/sparse_torus/launches.hpp"

namespace weft::schedule {
namespace {

RouterProgram general(std::uint32_t d, std::uint32_t n) {
  PathGroups const groups(d, n, ZeroHops::skip);
  return program_of(groups, general_launches(groups, 1), 1);
}

/// The naive execution on ST(3, 8), run once.
double naive() {
  static double const speed = [] {
    auto const program = general(3, 8);
    return hops_per_second([&] { return RouterOracle(program).hops; });
  }();
  return speed;
}

template <class Execute>
void measure(benchmark::State& state, std::uint32_t d, std::uint32_t n, unsigned threads, Execute execute) {
  auto const program = general(d, n);
  double const slow = naive();
  Threads const limit{threads};
  double fast = 0;
  for (auto _ : state) fast = std::max(fast, hops_per_second([&] { return execute(program).hops; }));
  state.counters["Mhops/s"] = fast / 1e6;
  state.counters["naive_Mhops/s"] = slow / 1e6;
  state.counters["ratio"] = fast / slow;
}

void literal(benchmark::State& state, std::uint32_t d, std::uint32_t n, unsigned threads) {
  measure(state, d, n, threads, [](auto const& program) { return execute_literally(program); });
}
void symmetric(benchmark::State& state, std::uint32_t d, std::uint32_t n, unsigned threads) {
  measure(state, d, n, threads, [](auto const& program) { return execute_by_symmetry(program, 1000, 1); });
}

#define WEFT_SCHEDULE_BENCH(execution, name, ...) \
  BENCHMARK_CAPTURE(execution, name, __VA_ARGS__)->Unit(benchmark::kSecond)->Iterations(3)->UseRealTime()
WEFT_SCHEDULE_BENCH(literal, st_3_64_one_thread, 3, 64, 1U);
WEFT_SCHEDULE_BENCH(literal, st_3_64_all_threads, 3, 64, 0U);
WEFT_SCHEDULE_BENCH(literal, st_6_4_one_thread, 6, 4, 1U);
WEFT_SCHEDULE_BENCH(symmetric, st_3_64_one_thread, 3, 64, 1U);
WEFT_SCHEDULE_BENCH(symmetric, st_3_128_all_threads, 3, 128, 0U);
WEFT_SCHEDULE_BENCH(symmetric, st_4_32_all_threads, 4, 32, 0U);

}  // namespace
}  // namespace weft::schedule
