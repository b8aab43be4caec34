// SPDX-License-Identifier: Apache-2.0
// Messages that share channels, compared with SimGrid in the same run (model CM02, its default solver), if
// installed: seconds of both, their ratio, the largest relative difference of a finish time, and the causes
// of growth: events, rates changed per event, bytes per message in flight. Both exclude the construction of
// the network; Weft's time includes finding the paths. One thread. `WEFT_SLOW_BENCH=1` adds the cases for
// which SimGrid needs minutes.

#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "support/scratch.hpp"
#include "weft/core/parallel.hpp"
#include "weft/engine/flow/flow_run.hpp"
#include "weft/network/topologies.hpp"
#include "weft/routing/bind.hpp"
#include "weft/traffic/catalog.hpp"

namespace weft {
namespace {

using namespace flow;

struct Case {
  char const *topology, *routing, *traffic;
  std::uint64_t messages = 1;
  double spread = 0.5;
  double precision = 1e-6;
  enum class Rival { none, quick, slow } simgrid = Rival::none;
};

/// The input of a run, prepared in advance.
struct Setting {
  explicit Setting(Case const& it)
      : topology(make_topology(it.topology)),
        machine(topology),
        channels(machine.network(), params.bandwidth, TerminalChannels::free),
        traffic(make_traffic(Spec::parse(it.traffic), {topology->num_terminals(), it.messages, 1})) {
    auto const spec = routing::resolve(Spec::parse(it.routing), machine, routing::Form::shares);
    paths = drawn_paths(channels, topology->layout({}), {}, routing::bind_drawn_packets(spec, machine), 1);
    params.terminals = TerminalChannels::free;
    params.spread = it.spread;
    params.precision = it.precision;
  }
  FlowParams params = {};
  TopologyPtr topology;
  Machine machine;
  FlowChannels channels;
  TrafficPtr traffic;
  std::unique_ptr<MessagePaths> paths;
};

/// The flows in the format of simgrid_flows, and their messages in order.
std::vector<Message> write_flows(Setting const& setting, std::string const& path) {
  std::vector<Message> all, sent;
  auto const source = message_source(*setting.traffic, setting.params, 1);
  while (source->next_start() < unlimited) source->take(1 << 20, all);
  std::vector<Path> paths(all.size());
  setting.paths->find(all, paths);
  std::ofstream out(path);
  auto const capacities = setting.channels.capacities();
  out << fmt::format("links {}\n", capacities.size());
  for (auto const capacity : capacities) out << fmt::format("{:.17g}\n", capacity);
  out << fmt::format("hosts {}\n", setting.topology->num_terminals());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (paths[i].hops.empty()) continue;
    sent.push_back(all[i]);
    out << fmt::format("{} {} {:.0f} {}", all[i].from, all[i].to, all[i].bytes, paths[i].hops.size());
    for (auto const& hop : paths[i].hops) out << ' ' << hop.channel;
    out << '\n';
  }
  return sent;
}

/// SimGrid's CPU seconds and its finish times; empty without SimGrid.
std::pair<double, std::vector<double>> in_simgrid([[maybe_unused]] std::string const& path) {
  double seconds = 0;
  std::vector<double> finishes;
#ifdef WEFT_SIMGRID_FLOWS
  std::unique_ptr<FILE, int (*)(FILE*)> const output(
      popen((std::string(WEFT_SIMGRID_FLOWS " < ") + path + " 2>/dev/null").c_str(), "r"), pclose);
  std::array<char, 64> line{};
  for (bool first = true; std::fgets(line.data(), line.size(), output.get()) != nullptr; first = false)
    if (first)
      seconds = std::strtod(line.data(), nullptr);
    else
      finishes.push_back(std::strtod(line.data(), nullptr));
#endif
  return {seconds, finishes};
}

void beside_simgrid(benchmark::State& state, Setting const& setting, std::vector<double> const& finish,
                    double seconds) {
  Scratch const scratch;
  auto const path = (scratch / "flows").string();
  auto const sent = write_flows(setting, path);
  auto const [simgrid_seconds, finishes] = in_simgrid(path);
  if (finishes.size() != sent.size()) return;
  double worst = 0;
  for (std::size_t i = 0; i < sent.size(); ++i)
    worst = std::max(worst, std::abs(finish[sent[i].index] / finishes[i] - 1));
  state.counters["simgrid_s"] = simgrid_seconds;
  state.counters["times_as_fast"] = simgrid_seconds / seconds;
  state.counters["worst_difference"] = worst;
}

void flows(benchmark::State& state, Case const& it) {
  Threads const threads(1);
  Setting const setting(it);
  FlowOutcome outcome;
  std::vector<double> finish(setting.traffic->num_messages());
  double seconds = 0;
  for (auto _ : state) {
    auto const source = message_source(*setting.traffic, setting.params, 1);
    auto const delivered = [&](Delivery const& delivery) { finish[delivery.index] = delivery.finish; };
    auto const began = std::clock();
    outcome = run_flows({setting.channels, *setting.paths, setting.params, delivered}, *source);
    seconds += static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
  }
  seconds /= static_cast<double>(state.iterations());
  state.counters["messages"] = static_cast<double>(outcome.messages);
  state.counters["events"] = static_cast<double>(outcome.events);
  state.counters["changes_per_event"] =
      static_cast<double>(outcome.rate_changes) / static_cast<double>(outcome.events);
  state.counters["bytes_per_flow"] =
      static_cast<double>(outcome.memory) / static_cast<double>(outcome.max_moving);
  bool const slow = std::getenv("WEFT_SLOW_BENCH") != nullptr;
  if (it.simgrid == Case::Rival::quick || (slow && it.simgrid == Case::Rival::slow))
    beside_simgrid(state, setting, finish, seconds);
}

constexpr char const* torus_order = "dimension_order:tie=plus";
using enum Case::Rival;

BENCHMARK_CAPTURE(flows, torus_8_cubed,
                  Case{"torus:sides=8x8x8", torus_order, "permutation", 1, 0.5, 1e-6, quick})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(flows, torus_8_cubed_8_random,
                  Case{"torus:sides=8x8x8", torus_order, "uniform", 8, 0.5, 1e-6, quick})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(flows, torus_16_cubed_equal,
                  Case{"torus:sides=16x16x16", torus_order, "permutation", 1, 0, 1e-6, quick})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(flows, torus_16_cubed,
                  Case{"torus:sides=16x16x16", torus_order, "permutation", 1, 0.5, 1e-6, slow})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(flows, torus_16_cubed_8_random,
                  Case{"torus:sides=16x16x16", torus_order, "uniform", 8, 0.5, 1e-3})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(flows, torus_64_64_32, Case{"torus:sides=64x64x32", torus_order, "permutation"})
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);
BENCHMARK_CAPTURE(flows, all_to_all_of_64,
                  Case{"torus:sides=4x4x4", torus_order, "all_to_all", 1, 0.5, 1e-6, quick})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(flows, dragonfly_1056,
                  Case{"dragonfly:p=4,a=8,h=4", "minimal", "permutation", 1, 0.5, 1e-6, quick})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(flows, dragonfly_1056_8_random,
                  Case{"dragonfly:p=4,a=8,h=4", "minimal", "uniform", 8, 0.5, 1e-6, slow})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(flows, dragonfly_114582, Case{"dragonfly:p=13,a=26,h=13", "minimal", "permutation"})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(flows, dragonfly_114582_8_random,
                  Case{"dragonfly:p=13,a=26,h=13", "minimal", "uniform", 8, 0.5, 1e-3})
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);

}  // namespace
}  // namespace weft
