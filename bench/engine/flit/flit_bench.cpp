// Flit-hops over channels per second of the flit engine in the configurations of booksim2_speed.csv and two
// larger ones, on one thread (`/1`) and on two (`/2`: their ratio is the gain); with each the cycles per
// second and the bytes of routers, channels and sources per terminal. The baseline in the same run is what
// any simulator of flits has to do at least: to draw the route of each hop and to keep arrivals in order of
// time, without buffers, virtual channels or arbiters (`routes_alone`).

#include <vector>

#include <benchmark/benchmark.h>

#include "weft/core/parallel.hpp"
#include "weft/core/random.hpp"
#include "weft/engine/flit/wheel.hpp"
#include "weft/verb/simulate/flit/flit_assembly.hpp"

namespace weft {
namespace {

Scenario scenario(char const* topology, char const* engine) {
  return {.topology = topology, .traffic = "uniform", .engine = engine};
}

std::uint64_t channel_hops(flit::FlitNetwork const& machine, flit::Simulation const& simulation) {
  std::uint64_t hops = 0;
  for (std::uint32_t r = 0; r < machine.num_routers(); ++r)
    for (std::uint32_t p = 0; p < machine.channels(r); ++p)
      hops += simulation.state().out_port[machine.first_out(r) + p].sent;
  return hops;
}

void simulated(benchmark::State& state, char const* topology, char const* engine, std::uint64_t cycles) {
  Threads const threads(static_cast<unsigned>(state.range(0)));
  auto setting = verb::assemble_flit(scenario(topology, engine));
  auto const traffic = setting.workload.traffic(no_progress());
  auto const machine = verb::make_machine(setting);
  flit::Simulation simulation(machine, *setting.bound, *traffic, setting.params, 1);
  simulation.advance(cycles);  // to a steady state
  double hops = 0, simulated = 0;
  for (auto _ : state) {
    simulation.measure({simulation.now(), simulation.now() + cycles, cycles});
    simulation.advance(cycles);
    hops += static_cast<double>(channel_hops(machine, simulation));
    simulated += static_cast<double>(cycles);
  }
  state.counters["hops/s"] = benchmark::Counter(hops, benchmark::Counter::kIsRate);
  state.counters["cycles/s"] = benchmark::Counter(simulated, benchmark::Counter::kIsRate);
  state.counters["bytes/terminal"] =
      static_cast<double>(
          flit::bytes_needed({machine, setting.params}, setting.bound->traits(), setting.params)) /
      static_cast<double>(machine.num_terminals());
}

/// As many packets as the torus holds, each sent on as soon as it arrives.
void routes_alone(benchmark::State& state) {
  auto const setting = verb::assemble_flit(scenario("torus:sides=64x64", "flit:rate=0.05"));
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

#define WEFT_FLIT_BENCH(name, topology, engine, cycles)        \
  BENCHMARK_CAPTURE(simulated, name, topology, engine, cycles) \
      ->Arg(1)                                                 \
      ->Arg(2)                                                 \
      ->UseRealTime()                                          \
      ->Unit(benchmark::kMillisecond)

char const* const dragonfly_router =
    "flit:vcs=2,vc_buffer=256,allocator=input_first,speedup=2,latency=10x100,rate=0.5";

WEFT_FLIT_BENCH(mesh_8x8, "mesh:sides=8x8", "flit:rate=0.3", 10000);
WEFT_FLIT_BENCH(torus_8x8, "torus:sides=8x8", "flit:rate=0.3", 10000);
WEFT_FLIT_BENCH(mesh_32x32, "mesh:sides=32x32", "flit:rate=0.08", 2000);
WEFT_FLIT_BENCH(torus_32x32, "torus:sides=32x32", "flit:rate=0.1", 2000);
WEFT_FLIT_BENCH(dragonfly_1056, "dragonfly:p=4,a=8,h=4,arrangement=absolute", dragonfly_router, 1000);
WEFT_FLIT_BENCH(mesh_64x64, "mesh:sides=64x64", "flit:rate=0.04", 1000);
WEFT_FLIT_BENCH(torus_64x64, "torus:sides=64x64", "flit:rate=0.05", 1000);
WEFT_FLIT_BENCH(torus_32x32x32, "torus:sides=32x32x32", "flit:rate=0.1", 200);
WEFT_FLIT_BENCH(dragonfly_16512, "dragonfly:p=8,a=16,h=8", "flit:vcs=4,vc_buffer=64,rate=0.3", 200);
BENCHMARK(routes_alone)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace weft
