// SPDX-License-Identifier: Apache-2.0
// A(l): the fast execution against the naive reference, in message-hops per second and as a ratio, both in
// one run. Tables I and II of the CLEX paper (dense), Table III (light); one thread and all.

#include <map>

#include <benchmark/benchmark.h>

#include "hops_per_second.hpp"
#include "support/clex_reference.hpp"
#include "weft/core/parallel.hpp"
#include "weft/engine/rounds/clex/clex_simulation.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/traffic/patterns/permutation.hpp"

namespace weft::rounds {
namespace {

struct Case {
  std::int64_t m, levels;
  std::uint64_t messages;
  Mode mode;
  friend auto operator<=>(Case const&, Case const&) = default;
};

/// The naive reference, run once per case.
double naive(Case const& it, topology::Clex const& clex, Traffic const& traffic, ClexOptions const& options) {
  static std::map<Case, double> known;
  auto const found = known.find(it);
  if (found != known.end()) return found->second;
  return known[it] = hops_per_second([&] {
           return ClexReference<PlainMessage<std::uint32_t>>(ClexMachine{clex}, options, 1, traffic)
               .run()
               .hops();
         });
}

void clex(benchmark::State& state, Case const& it, unsigned threads) {
  topology::Clex const clex{{.m = it.m, .levels = it.levels}};
  auto const traffic = make_traffic<traffic::Permutation>({}, {clex.num_terminals(), it.messages, 1});
  ClexOptions options;
  options.mode = it.mode;
  double const slow = naive(it, clex, *traffic, options);
  Threads const limit{threads};
  double fast = 0;
  for (auto _ : state)
    fast = std::max(
        fast, hops_per_second([&] { return simulate_clex(clex, *traffic, options, 1).measures.hops(); }));
  state.counters["Mhops/s"] = fast / 1e6;
  state.counters["naive_Mhops/s"] = slow / 1e6;
  state.counters["ratio"] = fast / slow;
}

constexpr Case table_1{32, 4, 28, Mode::dense}, table_2{64, 3, 57, Mode::dense},
    table_3{32, 4, 4, Mode::light};
BENCHMARK_CAPTURE(clex, table_I_one_thread, table_1, 1U)
    ->Unit(benchmark::kSecond)
    ->Iterations(3)
    ->UseRealTime();
BENCHMARK_CAPTURE(clex, table_I_all_threads, table_1, 0U)
    ->Unit(benchmark::kSecond)
    ->Iterations(3)
    ->UseRealTime();
BENCHMARK_CAPTURE(clex, table_II_one_thread, table_2, 1U)
    ->Unit(benchmark::kSecond)
    ->Iterations(3)
    ->UseRealTime();
BENCHMARK_CAPTURE(clex, table_II_all_threads, table_2, 0U)
    ->Unit(benchmark::kSecond)
    ->Iterations(3)
    ->UseRealTime();
BENCHMARK_CAPTURE(clex, table_III_one_thread, table_3, 1U)
    ->Unit(benchmark::kSecond)
    ->Iterations(3)
    ->UseRealTime();
BENCHMARK_CAPTURE(clex, table_III_all_threads, table_3, 0U)
    ->Unit(benchmark::kSecond)
    ->Iterations(3)
    ->UseRealTime();

}  // namespace
}  // namespace weft::rounds
