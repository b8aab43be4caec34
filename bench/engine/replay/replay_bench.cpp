// SPDX-License-Identifier: Apache-2.0
// Programs replayed over flows, and under LogGOPS; the construction of a program is measured separately. One
// thread.

#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "weft/collective/program/catalog.hpp"
#include "weft/core/parallel.hpp"
#include "weft/engine/replay/flow_transport.hpp"
#include "weft/engine/replay/loggops.hpp"
#include "weft/engine/replay/replay.hpp"
#include "weft/network/topologies.hpp"
#include "weft/routing/bind.hpp"

namespace weft {
namespace {

struct Case {
  char const *topology, *routing, *program;
  Sides grid;
};

void count(benchmark::State& state, Program const& program) {
  double messages = 0;
  for (std::uint32_t i = 0; i < program.num_operations(); ++i)
    messages += program.operation(i).kind == OperationKind::send ? 1 : 0;
  state.counters["operations"] = program.num_operations();
  state.counters["messages"] = messages;
  state.counters["messages/s"] =
      benchmark::Counter(messages * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

void make(benchmark::State& state, Case const& it) {
  Program program;
  for (auto _ : state) program = make_program(it.program, {.sides = it.grid}).program;
  count(state, program);
}

void over_flows(benchmark::State& state, Case const& it) {
  Threads const threads(1);
  auto const topology = make_topology(it.topology);
  Machine const machine(topology);
  flow::FlowParams const params;
  flow::FlowChannels const channels(machine.network(), params.bandwidth, params.terminals);
  auto const spec = routing::resolve(Spec::parse(it.routing), machine, routing::Form::shares);
  auto const paths = flow::paths_of(channels, topology->layout({}), params, spec, machine, 1);
  auto const program = make_program(it.program, {.sides = it.grid}).program;
  std::vector<std::uint32_t> terminals(program.num_ranks());
  std::iota(terminals.begin(), terminals.end(), 0U);
  for (auto _ : state) {
    replay::FlowTransport transport(channels, *paths, params);
    auto const outcome = replay::run_replay({program, terminals}, transport);
    benchmark::DoNotOptimize(outcome.events);
  }
  count(state, program);
}

void under_loggops(benchmark::State& state, Case const& it) {
  auto const program = make_program(it.program, {.sides = it.grid}).program;
  for (auto _ : state) benchmark::DoNotOptimize(replay::run_loggops(program, {}).events);
  count(state, program);
}

Case const halo{"torus:sides=64x32x32",
                "dimension_order",
                "pattern:of=halo,bytes=8000,compute=10000,iterations=3",
                {32, 32, 64}};
Case const long_halo{"torus:sides=64x32x32",
                     "dimension_order",
                     "pattern:of=halo,bytes=8000,compute=10000,iterations=26",
                     {32, 32, 64}};
Case const training{"fat_tree:arity=16,levels=3",
                    "nearest_common_ancestor",
                    "training:pipeline=8,tensor=4,layers=32,microbatches=16",
                    {1024}};
Case const dissemination{"", "", "operation:of=barrier", {65536}};
Case const all_to_all{"", "", "operation:of=all_to_all,algorithm=direct,bytes=1", {512}};

BENCHMARK_CAPTURE(make, halo_65536_ranks, halo)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(over_flows, halo_65536_ranks, halo)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(over_flows, training_1024_ranks, training)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(over_flows, halo_10_million_messages, long_halo)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);
BENCHMARK_CAPTURE(under_loggops, dissemination_65536_ranks, dissemination)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(under_loggops, all_to_all_512_ranks, all_to_all)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace weft
