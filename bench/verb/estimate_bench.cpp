// SPDX-License-Identifier: Apache-2.0
// Every request of test/support/estimate_requests.hpp: the CPU time of its run on one thread, with counters
// for the estimated seconds, measured over estimated seconds, the estimated and the actual memory in MB, the
// useful threads, and the microseconds of the estimate itself.

#include <chrono>
#include <ctime>
#include <string>

#include <benchmark/benchmark.h>

#include "support/estimate_requests.hpp"
#include "support/peak_memory.hpp"
#include "weft/core/parallel.hpp"
#include "weft/verb/verb.hpp"

namespace weft {
namespace {

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void run(benchmark::State& state, std::string const& request) {
  Threads const one(1);
  auto const spec = Spec::parse(request);
  auto const taken = test::peak_memory([&] { verb::assemble(spec)->run(); });
  for (auto _ : state) {
    auto const begin = processor_seconds();
    auto const experiment = verb::assemble(spec);
    auto const assembled = wall_seconds();
    auto const estimate = experiment->estimate();
    auto const estimating = wall_seconds() - assembled;
    experiment->run();
    auto const seconds = processor_seconds() - begin;
    state.SetIterationTime(seconds);
    state.counters["estimated_s"] = estimate.seconds;
    state.counters["ratio"] = seconds / estimate.seconds;
    state.counters["estimated_MB"] = estimate.bytes / 1e6;
    state.counters["taken_MB"] = taken / 1e6;
    state.counters["threads"] = estimate.useful_threads;
    state.counters["estimate_us"] = estimating * 1e6;
  }
}

[[maybe_unused]] bool const registered = [] {
  for (std::string const request : test::estimate_requests)
    benchmark::RegisterBenchmark(request.c_str(), run, request)
        ->UseManualTime()
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
  return true;
}();

}  // namespace
}  // namespace weft
