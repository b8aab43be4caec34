// SPDX-License-Identifier: Apache-2.0
// Flit-hops over channels per second of the flit engine in the configurations of booksim2_speed.csv and of
// larger ones, a fat tree and UGAL, on one thread (`/1`) and on two (`/2`: their ratio is the speedup), with
// the cycles per second and the bytes of routers, channels and sources per terminal. `ratio`: the speed of
// the masked core relative to the generic one, which run alternately; 1 if only the generic one supports the
// configuration. One thread is timed by CPU time, two by wall time. The baseline in the same run is the
// minimum work of any flit simulator: draw the route of each hop and order arrivals by time, without buffers,
// virtual channels or arbiters (`routes_alone`).

#include <chrono>
#include <ctime>
#include <vector>

#include <benchmark/benchmark.h>

#include "weft/core/parallel.hpp"
#include "weft/core/random.hpp"
#include "weft/engine/flit/estimate.hpp"
#include "weft/engine/flit/wheel.hpp"
#include "weft/workload/flit/assembly.hpp"

namespace weft {
namespace {

Scenario scenario(char const* topology, char const* engine, char const* routing = "default") {
  return {.topology = topology, .routing = routing, .traffic = "uniform", .engine = engine};
}

/// CPU seconds of this process, or wall-clock seconds with several threads.
double flit_seconds(std::int64_t threads) {
  if (threads == 1) return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// A simulation with one of the cores, and its time.
struct Timed {
  flit::Simulation simulation;
  double hops = 0, seconds = 0;

  void run(std::uint64_t cycles, std::int64_t threads) {
    simulation.measure({simulation.now(), simulation.now() + cycles, cycles});
    auto const start = flit_seconds(threads);
    simulation.advance(cycles);
    seconds += flit_seconds(threads) - start;
    hops += static_cast<double>(simulation.flit_hops());
  }
  double speed() const { return hops / seconds; }
};

void simulated(benchmark::State& state, char const* topology, char const* engine, std::uint64_t cycles,
               char const* routing = "default") {
  auto const threads = state.range(0);
  Threads const limit(static_cast<unsigned>(threads));
  auto setting = assemble_flit(scenario(topology, engine, routing));
  auto const traffic = setting.traffic(no_progress());
  auto const machine = make_machine(setting);
  auto const start = [&](flit::CoreChoice core) {
    return Timed{{machine, *setting.bound, *traffic, setting.params, 1, 0, core}};
  };
  auto fastest = start(flit::CoreChoice::fastest), generic = start(flit::CoreChoice::generic);
  bool const both = fastest.simulation.is_masked();
  fastest.simulation.advance(cycles);  // to a steady state
  if (both) generic.simulation.advance(cycles);
  double simulated = 0;
  for (auto _ : state) {
    fastest.run(cycles, threads);
    if (both) generic.run(cycles, threads);
    state.SetIterationTime(fastest.seconds - std::exchange(simulated, fastest.seconds));
  }
  state.counters["hops/s"] = fastest.speed();
  state.counters["ratio"] = both ? fastest.speed() / generic.speed() : 1;
  state.counters["cycles/s"] =
      static_cast<double>(cycles) * static_cast<double>(state.iterations()) / fastest.seconds;
  state.counters["bytes/terminal"] =
      static_cast<double>(
          flit::bytes_needed({machine, setting.params}, setting.bound->traits(), setting.params)) /
      static_cast<double>(machine.num_terminals());
}

/// Fills the torus with packets and forwards each when it arrives.
void routes_alone(benchmark::State& state) {
  auto setting = assemble_flit(scenario("torus:sides=64x64", "flit:rate=0.05"));
  auto const& network = *setting.network;
  flit::Wheel<routing::Head> arrivals(7);
  for (std::uint32_t e = 0; e < 27000; ++e)
    arrivals.schedule(e % 3, {.at = e % 4096, .target = (e * 2654435761u) % 4096, .to = 0, .draw = e});
  std::vector<routing::Candidate> out;
  std::vector<std::uint16_t> count;
  double hops = 0;
  std::uint64_t now = 0;
  for (auto _ : state)
    for (std::uint64_t const end = now + 400; now < end; ++now) {
      auto& heads = arrivals.now(now);
      for (auto& it : heads)
        if (it.at == it.target)
          it.target = static_cast<std::uint32_t>((it.draw = mix64(it.draw)) % 4095 + it.at + 1) % 4096;
      out.resize(heads.size());
      count.resize(heads.size());
      setting.bound->route(heads, {}, out, count);
      for (std::size_t i = 0; i < heads.size(); ++i) {
        auto const c = network.channel({heads[i].at}, PortId{out[i].port});
        heads[i].in_port = network.target_port(c).v;
        heads[i].at = network.target(c).v;
        heads[i].phase = out[i].phase;
        arrivals.schedule(now + 4, heads[i]);
      }
      hops += static_cast<double>(heads.size());
      heads.clear();
    }
  state.counters["hops/s"] = benchmark::Counter(hops, benchmark::Counter::kIsRate);
}

#define WEFT_FLIT_BENCH(name, ...)                \
  BENCHMARK_CAPTURE(simulated, name, __VA_ARGS__) \
      ->Arg(1)                                    \
      ->Arg(2)                                    \
      ->UseManualTime()                           \
      ->Unit(benchmark::kMillisecond)

char const* const dragonfly_router =
    "flit:vcs=2,vc_buffer=256,allocator=input_first,speedup=2,latency=10x100,rate=0.5";

WEFT_FLIT_BENCH(mesh_8x8, "mesh:sides=8x8", "flit:rate=0.3", 10000);
WEFT_FLIT_BENCH(torus_8x8, "torus:sides=8x8", "flit:rate=0.3", 10000);
WEFT_FLIT_BENCH(mesh_32x32, "mesh:sides=32x32", "flit:rate=0.08", 2000);
WEFT_FLIT_BENCH(torus_32x32, "torus:sides=32x32", "flit:rate=0.1", 2000);
WEFT_FLIT_BENCH(dragonfly_1056, "dragonfly:p=4,a=8,h=4,arrangement=absolute", dragonfly_router, 1000);
WEFT_FLIT_BENCH(dragonfly_1056_ugal, "dragonfly:p=4,a=8,h=4,arrangement=absolute",
                "flit:vcs=3,vc_buffer=256,allocator=input_first,speedup=2,latency=10x100,rate=0.5", 1000,
                "ugal");
WEFT_FLIT_BENCH(fat_tree_64, "kary_ntree:arity=4,levels=3", "flit:rate=0.4", 5000);
WEFT_FLIT_BENCH(mesh_64x64, "mesh:sides=64x64", "flit:rate=0.04", 1000);
WEFT_FLIT_BENCH(torus_64x64, "torus:sides=64x64", "flit:rate=0.05", 1000);
WEFT_FLIT_BENCH(torus_32x32x32, "torus:sides=32x32x32", "flit:rate=0.1", 200);
WEFT_FLIT_BENCH(dragonfly_16512, "dragonfly:p=8,a=16,h=8", "flit:vcs=4,vc_buffer=64,rate=0.3", 200);
BENCHMARK(routes_alone)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace weft
