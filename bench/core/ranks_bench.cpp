// SPDX-License-Identifier: Apache-2.0
// Two ranks exchange messages of 8 bytes to 16 MB: the latency of a message (the smallest) and the bandwidth
// (the largest), for the models of docs/concepts/ranks.md. Baseline: memcpy of the same bytes.
//
//     mpirun -n 2 build/release/bench/ranks_bench

#include <cstdio>
#include <cstring>
#include <vector>

#include <benchmark/benchmark.h>

#include "weft/core/ranks.hpp"

namespace weft {
namespace {

/// Joins the ranks while the program runs; only rank 0 prints.
struct Joined {
  RankScope ranks;
  Joined() {
    if (rank() > 0 && std::freopen("/dev/null", "w", stdout) == nullptr) std::puts("cannot be silent");
  }
};
Joined const& joined() {
  static Joined const instance;
  return instance;
}

void set_rate(benchmark::State& state, std::size_t size) {
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(size));
}

void exchange_pieces(benchmark::State& state) {
  joined();
  if (num_ranks() != 2) return state.SkipWithError("needs mpirun -n 2");
  auto const size = static_cast<std::size_t>(state.range(0));
  std::vector<unsigned> const partner{1 - rank()};
  std::vector<Bytes> const piece{Bytes(size)};
  wait_for_ranks();
  for (auto _ : state) benchmark::DoNotOptimize(exchange_with(partner, piece));
  set_rate(state, size);
}

void copy_pieces(benchmark::State& state) {
  auto const size = static_cast<std::size_t>(state.range(0));
  Bytes const from(size);
  for (auto _ : state) {
    Bytes to(size);
    std::memcpy(to.data(), from.data(), size);
    benchmark::DoNotOptimize(to.data());
  }
  set_rate(state, size);
}

// The number of iterations must be equal on both ranks.
void sizes(benchmark::internal::Benchmark* bench) {
  for (std::int64_t size : {8, 1 << 12, 1 << 14, 1 << 16, 1 << 20, 1 << 24})
    bench->Arg(size)->Iterations(size > (1 << 18) ? 100 : 10000)->UseRealTime();
}
BENCHMARK(exchange_pieces)->Apply(sizes)->Unit(benchmark::kMicrosecond);
BENCHMARK(copy_pieces)->Apply(sizes)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace weft
