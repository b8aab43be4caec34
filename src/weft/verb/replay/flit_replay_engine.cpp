// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "weft/core/number.hpp"
#include "weft/core/stopwatch.hpp"
#include "weft/engine/flit/estimate.hpp"
#include "weft/engine/replay/flit_transport.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/link_times.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/network/network.hpp"
#include "weft/verb/replay/engine.hpp"
#include "weft/verb/replay/tables.hpp"
#include "weft/workload/flit/assembly.hpp"
#include "weft/workload/flit/over_time_tables.hpp"
#include "weft/workload/flit/tables.hpp"

namespace weft::verb {
namespace {

/// Options that concern the engine's own messages, its end, and its failures.
constexpr std::array<std::string_view, 6> not_for_programs{"injection",    "deliveries",     "max_cycles",
                                                           "failed_links", "failed_routers", "fail"};

/// Options of messages without given times.
constexpr std::array<std::string_view, 5> not_for_timed_messages{"rate", "warm_up", "cycles", "precision",
                                                                 "size_weights"};

void check_costs(replay::RankCosts const& costs) {
  if (costs.G > 0)
    throw InputError("G has no effect on engine flit",
                     "a terminal sends at the rate of its channel, one flit per cycle",
                     "omit G, or set the bandwidth of the engine", "costs");
  if (costs.handshake != std::floor(costs.handshake))
    throw InputError(fmt::format("handshake={}", format_number(costs.handshake)),
                     "must be a whole number on engine flit: each message of the handshake is a packet", "",
                     "costs");
}

class FlitReplayEngine final : public ReplayEngine {
 public:
  FlitReplayEngine(Replay::Params const& params, TopologyPtr const& topology, RoutedMachine const& machine)
      : assembly_([&] {
          auto const engine = flit::without_aliases(parse_spec(params.engine, "engine"));
          at_place("engine", [&] {
            check_options(engine, not_for_programs);
            check_options(engine, not_for_timed_messages);
          });
          return assemble_flit(topology, machine.machine(), engine, parse_spec(params.routing, "routing"),
                               read_layout(params.layout), params.seed);
        }()) {
    check_costs(read_costs(params.costs));
  }

  Spec const& routing() const override { return assembly_.routing; }
  std::string resolved() const override {
    auto arguments = flit::write_flit_params(assembly_.params);
    std::erase_if(arguments, [](auto const& argument) {
      return std::ranges::find(not_for_programs, argument.key) != not_for_programs.end();
    });
    return Spec{"flit", std::move(arguments)}.to_string();
  }

  Estimate estimate(Program const& program) const override {
    flit::PacketFormat const format(assembly_.params);
    double flits = 0;
    for (std::uint32_t i = 0; i < program.num_operations(); ++i)
      if (auto const& it = program.operation(i); it.kind == OperationKind::send)
        flits += static_cast<double>(format.flits(it.amount));
    constexpr double flits_at_once = 0.3;  // of a terminal that sends half of the time, on average
    auto const hops = mean_hops(*assembly_.topology);
    auto const cycles = flits / (flits_at_once * std::max(1U, program.num_ranks()));
    return estimate_network(size_of(*assembly_.network))
        .and_then(flit::estimate_flit({size_of(*assembly_.network), assembly_.params},
                                      assembly_.bound->traits(), assembly_.params,
                                      {.cycles = cycles, .flits = flits, .hops = hops}));
  }

  void set_up() override {
    machine_.emplace(make_machine(assembly_));
    check_over_time(*machine_, assembly_.params);
  }
  std::unique_ptr<replay::Transport> transport(replay::TransportCosts const& costs,
                                               Progress& progress) const override {
    return std::make_unique<replay::FlitTransport>(*machine_, *assembly_.bound, assembly_.params,
                                                   assembly_.seed, costs, progress);
  }

  std::string report(Program const& program, replay::Transport& transport,
                     replay::ReplayOutcome const& outcome, Result& result) const override {
    auto const& simulation = static_cast<replay::FlitTransport const&>(transport).simulation();
    auto const packets = simulation.outcome();
    Table network{"network",
                  "In the network",
                  {{"packets", "", "delivered"},
                   {"flit_hops", "", "flits over channels of the network"},
                   {"cycle", "s", "time of a flit on a channel"},
                   {"cycles", "", "until the end"},
                   {"simulated", "cycles", "cycles in which something moved; the others were skipped"}},
                  {}};
    network.add_row({packets.tally.delivered, packets.flit_hops, simulation.format().cycle(), packets.cycles,
                     simulation.simulated()});
    result.tables.push_back(std::move(network));
    add_tables(assembly_, *machine_, packets, result);
    add_channel_use(assembly_, *machine_, packets, false, result);
    add_figures_over_time(packets.timeline, result);
    for (auto& note : notes_of(assembly_, *machine_)) result.notes.push_back(std::move(note));
    add_rate_note(*assembly_.topology, assembly_.params.bandwidth, result);
    if (packets.deadlock) return format_deadlock(*packets.deadlock);
    return answer_of(program, outcome, "");
  }

 private:
  /// The ranks have their own table over_time.
  void add_figures_over_time(flit::Timeline const& figures, Result& result) const {
    Result network;
    add_over_time(assembly_, *machine_, figures, false, network);
    for (auto& table : network.tables) {
      if (table.name == "over_time") table.name = "network_over_time";
      result.tables.push_back(std::move(table));
    }
    for (auto& array : network.arrays) result.arrays.push_back(std::move(array));
  }

  FlitAssembly assembly_;
  std::optional<flit::FlitNetwork> machine_;
};

}  // namespace

ReplayEnginePtr flit_replay_engine(Replay::Params const& params, TopologyPtr const& topology,
                                   RoutedMachine const& machine) {
  return std::make_unique<FlitReplayEngine>(params, topology, machine);
}

}  // namespace weft::verb
