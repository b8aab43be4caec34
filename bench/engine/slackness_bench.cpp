// SPDX-License-Identifier: Apache-2.0
// Processor steps per second in the simulation of parallel slackness: 64 processors with 8 virtual ones each
// under a limit of half of their requests; the baseline in the same run is one strict processor by its
// recurrence, without state or limit.

#include <algorithm>
#include <vector>

#include <benchmark/benchmark.h>

#include "weft/engine/slackness/slackness.hpp"

namespace weft::slackness {
namespace {

constexpr std::uint64_t steps = 20000;

void simulated(benchmark::State& state, Turn turn, Latency const& latency, Limit limit) {
  Processors const processors{64, 8, 1, turn, limit};
  for (auto _ : state) benchmark::DoNotOptimize(simulate(processors, latency, steps, 1));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(processors.count * steps));
}

void by_recurrence(benchmark::State& state) {
  auto const latency = Latency::geometric(1, 9);
  for (auto _ : state) {
    Rng random(1, Purpose::delay, 0);
    std::vector<std::uint64_t> ready(8, 0);
    std::uint64_t end = 0;
    for (std::uint64_t n = 0; n < steps; ++n) {
      end = std::max(end, ready[n % 8]) + 1;
      ready[n % 8] = end + latency.sample(random);
    }
    benchmark::DoNotOptimize(end);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(steps));
}

BENCHMARK_CAPTURE(simulated, strict, Turn::strict, Latency::geometric(1, 9), Limit{})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulated, ready, Turn::ready, Latency::geometric(1, 9), Limit{})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulated, limited, Turn::strict, Latency::geometric(1, 9), Limit{32, 1})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(by_recurrence)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace weft::slackness
