// SPDX-License-Identifier: Apache-2.0
// Store and forward: the fast execution against the naive one, in message-hops per second and as a ratio,
// both in one run. Uniform traffic on a torus of 32 x 32 x 32 and on CLEX; one thread and all.

#include <map>
#include <string>

#include <benchmark/benchmark.h>

#include "hops_per_second.hpp"
#include "support/forward_oracle.hpp"
#include "support/machine_of.hpp"
#include "weft/core/parallel.hpp"
#include "weft/engine/rounds/forward/store_and_forward.hpp"
#include "weft/routing/bind.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/torus.hpp"
#include "weft/traffic/patterns/uniform.hpp"

namespace weft::rounds {
namespace {

template <class T>
struct Machine {
  Machine(T const& topology, std::string const& routing_text) : Machine(machine_of(topology), routing_text) {}
  NetworkPtr network;
  PacketRoutingPtr routing;

 private:
  Machine(weft::Machine const& machine, std::string const& routing_text)
      : network(machine.network()), routing(routing::bind_packets(Spec::parse(routing_text), machine)) {}
};

/// Few messages suffice for the naive execution, which is run once per case.
template <class T>
double naive(std::string const& name, T const& topology, Machine<T> const& machine) {
  static std::map<std::string, double> known;
  if (auto const found = known.find(name); found != known.end()) return found->second;
  auto const traffic = make_traffic<traffic::Uniform>({}, {topology.num_terminals(), 2, 1});
  return known[name] = hops_per_second(
             [&] { return ForwardOracle(*machine.network, *machine.routing, {}).run(*traffic).hops; });
}

template <class T>
void forward(benchmark::State& state, T const& topology, std::string const& routing, unsigned threads) {
  Machine<T> const machine(topology, routing);
  auto const slow = naive(to_spec(topology).to_string() + routing, topology, machine);
  auto const traffic = make_traffic<traffic::Uniform>({}, {topology.num_terminals(), 28, 1});
  Threads const limit{threads};
  double fast = 0;
  for (auto _ : state)
    fast = std::max(fast, hops_per_second([&] {
                      return StoreAndForward()
                          .run({.network = *machine.network, .routing = *machine.routing}, *traffic)
                          .hops;
                    }));
  state.counters["Mhops/s"] = fast / 1e6;
  state.counters["naive_Mhops/s"] = slow / 1e6;
  state.counters["ratio"] = fast / slow;
}

void on_torus(benchmark::State& state, std::string const& routing, unsigned threads) {
  forward(state, topology::Torus({{32, 32, 32}}), routing, threads);
}
void on_clex(benchmark::State& state, std::string const& routing, unsigned threads) {
  forward(state, topology::Clex({.m = 32, .levels = 3}), routing, threads);
}

BENCHMARK_CAPTURE(on_torus, dimension_order, "dimension_order", 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(on_torus, dimension_order_all_threads, "dimension_order", 0)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(on_torus, valiant, "valiant", 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(on_torus, minimal_adaptive, "minimal_adaptive", 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(on_clex, clex_direct, "clex_direct", 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(on_clex, clex_recursive, "clex_recursive", 1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace weft::rounds
