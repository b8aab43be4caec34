// SPDX-License-Identifier: Apache-2.0
// Nanoseconds per destination: permutation and uniform for Table I (2^20 terminals, 28 messages each), in
// batches of one clique of 32 and of a copy of 32,768 terminals; other patterns in the larger batches.

#include <vector>

#include <benchmark/benchmark.h>

#include "weft/core/spec.hpp"
#include "weft/traffic/catalog.hpp"

namespace weft {
namespace {

void run(benchmark::State& state, char const* spec, std::uint64_t terminals, std::uint64_t batch) {
  auto const traffic = make_traffic(Spec::parse(spec), {terminals, 28, 1});
  std::vector<std::uint32_t> out;
  std::uint64_t destinations = 0;
  std::uint64_t first = 0;
  for (auto _ : state) {
    std::uint64_t size = 0;
    for (std::uint64_t e = first; e < first + batch; ++e)
      size += traffic->messages({static_cast<std::uint32_t>(e)});
    out.resize(size);
    traffic->destinations({static_cast<std::uint32_t>(first)}, batch, out);
    benchmark::DoNotOptimize(out.data());
    destinations += size;
    first = first + 2 * batch <= terminals ? first + batch : 0;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(destinations));
}

constexpr std::uint64_t table_one = 1 << 20, billion = 1 << 30;
BENCHMARK_CAPTURE(run, permutation_clique, "permutation", table_one, 32);
BENCHMARK_CAPTURE(run, permutation_copy, "permutation", table_one, 32768);
BENCHMARK_CAPTURE(run, permutation_billion, "permutation", billion, 32768);
BENCHMARK_CAPTURE(run, permutation_million, "permutation", 1000000, 10000);
BENCHMARK_CAPTURE(run, uniform_clique, "uniform", table_one, 32);
BENCHMARK_CAPTURE(run, uniform_copy, "uniform", table_one, 32768);
BENCHMARK_CAPTURE(run, transpose, "transpose", table_one, 32768);
BENCHMARK_CAPTURE(run, bit_reversal, "bit_reversal", table_one, 32768);
BENCHMARK_CAPTURE(run, tornado, "tornado:sides=128x128x64", table_one, 32768);
BENCHMARK_CAPTURE(run, neighbor, "neighbor:sides=128x128x64", table_one, 32768);
BENCHMARK_CAPTURE(run, hot_spot, "hot_spot", table_one, 32768);
BENCHMARK_CAPTURE(run, bisection, "bisection", table_one, 32768);
BENCHMARK_CAPTURE(run, h_relation_range, "h_relation", table_one, 32768);
BENCHMARK_CAPTURE(run, h_relation_heavy, "h_relation:loads=heavy", table_one, 32768);

}  // namespace
}  // namespace weft
