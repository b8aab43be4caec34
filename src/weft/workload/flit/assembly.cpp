// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/flit/assembly.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/memory.hpp"
#include "weft/engine/flit/estimate.hpp"
#include "weft/engine/flit/packet_format.hpp"
#include "weft/engine/flit/run.hpp"
#include "weft/engine/flit/steady.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/io/file.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/geometry/grid_geometry.hpp"
#include "weft/network/network.hpp"
#include "weft/network/router_names.hpp"
#include "weft/routing/bind.hpp"
#include "weft/routing/binding_estimate.hpp"
#include "weft/topology/family/file.hpp"
#include "weft/traffic/patterns/listed_messages.hpp"
#include "weft/workload/change_by_failures.hpp"

namespace weft {
namespace {

using flit::FlitParams;

/// Selects the injection of timed messages if the messages are timed, which excludes any other injection.
void settle_injection(bool timed, GivenFlitParams& params) {
  if (!timed && params.injection == flit::Injection::timed)
    throw InputError("injection=timed conflicts with this traffic", "the messages have no times",
                     "use traffic timed_messages:file=FILE, or injection=batch", "engine");
  if (!timed) return;
  if (params.states("injection") && params.injection != flit::Injection::timed)
    throw conflict("injection", "timed messages", "each message specifies its start").at("engine");
  flit::set_timed_defaults(params);
}

/// Completes and checks the options. `timed`: whether the messages have start times.
void settle_options(bool timed, RateSource rates, GivenFlitParams& params) {
  settle_injection(timed, params);
  flit::check(params);
  if (rates == RateSource::engine)
    flit::check_rate(params);
  else if (params.states("rate"))
    throw conflict("rate=" + format_number(params.rate), "a sweep", "a sweep has its own rates",
                   "omit rate, and use --rates")
        .at("engine");
  if (rates == RateSource::sweep && params.interval > 0)
    throw conflict("interval", "a sweep", "only single runs are recorded over time", "use weft simulate")
        .at("engine");
}

/// Throws InputError if a rate is specified although all classes have rates, and for a sweep if no class has
/// a variable rate.
void check_class_rates(GivenFlitParams const& params, RateSource rates) {
  if (params.classes.empty() ||
      std::ranges::any_of(params.classes,
                          [](flit::TrafficClass const& traffic_class) { return traffic_class.rate == 0; }))
    return;
  if (rates == RateSource::sweep)
    throw conflict("a sweep", "the rates of all classes", "a sweep varies a rate", "omit the rate of a class")
        .at("classes");
  if (params.states("rate"))
    throw conflict("rate", "the rates of all classes", "the rate would have no effect").at("engine");
}

/// Returns whether the messages of a scenario have start times.
bool is_timed(Scenario const& scenario) {
  return !Workload::consists_of_jobs(scenario) && scenario.traffic != "default" &&
         parse_spec(scenario.traffic, "traffic").name == traffic::TimedMessages::name;
}

std::vector<ChannelOverride> read_channels(FlitAssembly const& assembly) {
  auto const& path = assembly.params.channels;
  if (path.empty()) return {};
  auto const* const file = assembly.topology->get_if<topology::File>();
  RouterNames names(assembly.topology->num_routers(), assembly.topology->names(),
                    file == nullptr ? nullptr : file->fabric());
  return parse_channel_file(read_file(path), path, *assembly.network, names);
}

/// Binds the routing with its virtual channels, which are one of the equal blocks that replies and traffic
/// classes require. If they do not suffice and the request does not specify their number, sets the required
/// number.
routing::ChannelRoutingPtr bind_routing(Spec const& spec, FlitAssembly& assembly, bool vcs_given) {
  auto const options = flit::router_options(assembly.params);
  auto const classes = options.message_classes, given = options.vcs / classes;
  std::uint64_t all = 0;
  auto const choose = [&](std::uint32_t needed) -> std::uint32_t {
    all = std::uint64_t{classes} * needed;
    if (assembly.params.allow_deadlock || needed <= given || vcs_given || all > routing::max_vcs)
      return given;
    assembly.params.vcs = static_cast<std::int64_t>(all);
    assembly.vcs_of_routing = true;
    return needed;
  };
  try {
    return routing::bind_channels(spec, assembly.base, {given, assembly.params.allow_deadlock, choose});
  } catch (InputError const& error) {
    if (error.where != "vcs" || classes == 1) throw;
    throw InputError(
        error.problem + (assembly.workload.names_vcs()
                             ? fmt::format(" in each of {} equal blocks of classes", classes)
                             : " in each half, for requests and for replies"),
        error.why, all <= routing::max_vcs ? "set vcs=" + std::to_string(all) : "use another routing", "vcs");
  }
}

/// Throws InputError if a packet does not fit in a buffer, for routings that require cut-through.
void require_whole_packets(FlitAssembly const& assembly, bool bubbles) {
  auto const longest = flit::longest_packet(assembly.params);
  if (longest <= assembly.params.vc_buffer) return;
  throw InputError(
      "vc_buffer=" + std::to_string(assembly.params.vc_buffer) + " is too small for " + assembly.routing.name,
      "packets advance only into a buffer with space for a whole packet, of " + std::to_string(longest) +
          " flits",
      "set vc_buffer=" + std::to_string(longest) + (bubbles ? "" : " or atomic_vcs=true"), "engine");
}

/// Throws InputError for a threshold that no queue can exceed; the limit depends on the number of virtual
/// channels.
void check_threshold(FlitParams const& params) {
  auto const deepest = flit::router_options(params).deepest();
  if (auto const maximum = params.vcs * deepest; params.ecn_threshold >= maximum)
    throw InputError(
        "ecn_threshold=" + std::to_string(params.ecn_threshold),
        fmt::format("the queue of an output has at most vcs={} buffers of {} flits", params.vcs, deepest),
        "set ecn_threshold below " + std::to_string(maximum), "engine");
}

/// Selects wormhole or cut-through flow control. Throws InputError if the selection allows the routing to
/// deadlock: a head behind another packet cannot reach its escape channel, and bubbles are whole packets.
void settle_flow(FlitAssembly& assembly) {
  auto const traits = assembly.bound->traits();
  auto& params = assembly.params;
  bool const escapes = traits.has_escape || traits.needs_whole_packets;
  bool const in_need = traits.preserves_bubble || (escapes && !params.atomic_vcs && !params.allow_deadlock);
  bool const chosen = params.flow == flit::FlowControl::automatic;
  if (chosen) params.flow = in_need ? flit::FlowControl::cut_through : flit::FlowControl::wormhole;
  if (in_need && params.flow == flit::FlowControl::wormhole)
    throw conflict(
        "flow=wormhole", assembly.routing.name,
        traits.preserves_bubble ? "bubbles are whole packets"
                                : "a packet behind another one in a buffer cannot reach its escape channel",
        traits.preserves_bubble ? "set flow=cut_through" : "set flow=cut_through or atomic_vcs=true")
        .at("engine");
  if (traits.preserves_bubble && params.atomic_vcs)
    throw conflict("atomic_vcs=true", "bubble flow control of " + assembly.routing.name,
                   "a bubble is free space behind another packet in its buffer")
        .at("engine");
  if (traits.preserves_bubble && params.shared_buffer > 0)
    throw conflict("shared_buffer", "bubble flow control of " + assembly.routing.name,
                   "another virtual channel may use a shared slot, and with it the bubble",
                   "set shared_buffer=0 and a larger vc_buffer")
        .at("engine");
  if (in_need && chosen) require_whole_packets(assembly, traits.preserves_bubble);
  flit::check(params);
  if (auto const longest = flit::longest_packet(params);
      traits.preserves_bubble && 2 * longest > params.vc_buffer)
    throw InputError(
        "vc_buffer=" + std::to_string(params.vc_buffer) + " is too small for bubble flow control of " +
            assembly.routing.name,
        "a packet enters a ring only if two packets of " + std::to_string(longest) + " flits fit",
        "set vc_buffer=" + std::to_string(2 * longest), "engine");
}

/// Simulation time in seconds at low load; 1.5e-7 s were measured on a torus near saturation.
constexpr double seconds_per_port_and_cycle = 2e-8;

/// Sets the network, its routers and the routing, for a machine that has not been built. All other members
/// must be set.
void assemble_routers(Spec const& routing, FlitAssembly& assembly) {
  auto const routers = assembly.topology->num_routers(), terminals = assembly.topology->num_terminals();
  auto const buffer =
      4 * assembly.params.vcs * std::uint64_t{flit::router_options(assembly.params).deepest()};
  require_memory((200 + buffer) * routers + (400 + buffer) * terminals, assembly.topology->spec(false));
  assembly.network = assembly.base.network();
  assembly.channels = read_channels(assembly);
  bool const vcs_given = assembly.params.states("vcs") || assembly.workload.names_vcs();
  auto const maximum = vcs_given || assembly.params.allow_deadlock ? assembly.params.vcs : routing::max_vcs;
  auto const vcs = maximum / flit::router_options(assembly.params).message_classes;
  assembly.routing = routing::resolve(routing, assembly.base, routing::Form::channels, vcs);
  assembly.routing_note = change_by_failures(routing, assembly.routing, assembly.base, assembly.topology,
                                             routing::Form::channels, vcs);
  assembly.bound = bind_routing(assembly.routing, assembly, vcs_given);
  settle_flow(assembly);
  check_threshold(assembly.params);
  set_flit_rate(assembly);
}

}  // namespace

FlitAssembly assemble_flit(Scenario const& scenario, RateSource rates) {
  return assemble_flit(scenario, flit::read_flit_params(parse_spec(scenario.engine, "engine")), rates);
}

FlitAssembly assemble_flit(Scenario const& scenario, GivenFlitParams params, RateSource rates) {
  FlitAssembly assembly;
  settle_options(is_timed(scenario), rates, params);
  assembly.params = with_failures(std::move(params), scenario);
  assembly.layout = read_layout(scenario.layout);
  assembly.energy = read_energy(scenario.energy);
  assembly.seed = static_cast<std::uint64_t>(scenario.seed);
  assembly.topology = make_topology(scenario.topology);
  assembly.labels = std::make_shared<RouterLabels>(*assembly.topology);
  assembly.base = Machine(assembly.topology, failures_of(assembly.params, scenario.seed));
  assembly.workload = ClassWorkload(scenario, assembly.topology, assembly.base, assembly.params);
  check_class_rates(assembly.params, rates);
  flit::check(assembly.params);
  if (rates == RateSource::engine) flit::check_rate(assembly.params);
  assemble_routers(parse_spec(scenario.routing, "routing"), assembly);
  return assembly;
}

FlitAssembly assemble_flit(TopologyPtr topology, Machine const& machine, Spec const& engine,
                           Spec const& routing, LayoutParams const& layout, std::int64_t seed) {
  FlitAssembly assembly;
  assembly.params = flit::read_flit_params(engine);
  settle_options(true, RateSource::engine, assembly.params);
  assembly.layout = layout;
  assembly.seed = static_cast<std::uint64_t>(seed);
  assembly.topology = std::move(topology);
  assembly.labels = std::make_shared<RouterLabels>(*assembly.topology);
  assembly.base = machine;
  assemble_routers(routing, assembly);
  return assembly;
}

flit::FlitNetwork make_machine(FlitAssembly const& setting) {
  flit::FlitNetwork machine(*setting.network, channel_times(setting));
  require_memory(flit::bytes_needed({machine, setting.params}, setting.bound->traits(), setting.params),
                 setting.topology->spec(false));
  return machine;
}

std::string channel_name(FlitAssembly const& setting, flit::FlitNetwork const& machine, std::uint32_t out) {
  auto const place = [&](std::uint32_t r) { return format_router(*setting.topology, *setting.labels, {r}); };
  auto const from = place(machine.router_of_out(out));
  auto const target = machine.target(out);
  if ((target & flit::FlitNetwork::terminal_bit) != 0)
    return from + " -> terminal " + std::to_string(target & ~flit::FlitNetwork::terminal_bit);
  return from + " -> " + place(machine.router_of_in(target));
}

std::vector<Setting> FlitAssembly::resolved(Scenario const& scenario) const {
  std::vector<Setting> settings{{"topology", topology->spec(true)}, {"routing", routing.to_string()}};
  settings.insert(settings.end(), workload.settings().begin(), workload.settings().end());
  settings.insert(settings.end(), {{"messages", std::to_string(scenario.messages)},
                                   {"engine", Spec{"flit", flit::write_flit_params(params)}.to_string()},
                                   {"layout", resolved_layout(layout)}});
  if (energy) settings.push_back({"energy", resolved_energy(*energy)});
  return settings;
}

TrafficPtr FlitAssembly::traffic(Progress& progress) { return workload.traffic(params, progress); }

flit::Outcome FlitAssembly::run(flit::FlitNetwork const& machine, Traffic const& traffic,
                                FlitParams const& with, Progress& progress, double limit) const {
  if (with.injection == flit::Injection::batch)
    return flit::run_batch(machine, *bound, traffic, with, seed, progress);
  return flit::run_steady(machine, *bound, traffic, with, seed, progress, limit);
}

double saturation_estimate(FlitAssembly const& setting) {
  constexpr double part_of_the_channels = 0.5;
  auto const hops = std::max(setting.workload.mean_hops(*setting.topology), 1.0);
  auto const& network = *setting.network;
  auto const rate = part_of_the_channels * static_cast<double>(network.num_channels()) /
                    (std::max<double>(static_cast<double>(network.num_terminals()), 1) * hops);
  return std::min(rate, 0.9);
}

Estimate estimate_setup(FlitAssembly const& setting) {
  return estimate_network(size_of(*setting.network))
      .and_then(routing::estimate_binding(setting.routing, *setting.topology))
      .and_then(setting.workload.estimate());
}

namespace {

double timed_flits(FlitAssembly const& setting) {
  flit::PacketFormat const format(setting.params);
  double flits = 0;
  for (auto const& message : setting.workload.timed())
    flits += static_cast<double>(format.flits(message.bytes));
  return flits;
}

}  // namespace

/// Estimates a run. Above saturation, the warm-up is prolonged twice and the measurement ends early.
Estimate estimate_run(FlitAssembly const& setting, FlitParams const& with) {
  constexpr double saturated_cycles = 24000;
  auto const size = size_of(*setting.network);
  auto const hops = setting.workload.mean_hops(*setting.topology), maximum = saturation_estimate(setting);
  auto const terminals = static_cast<double>(size.terminals);
  flit::FlitWork work{.hops = hops};
  bool const timed = with.injection == flit::Injection::timed;
  if (timed || with.injection == flit::Injection::batch) {
    work.flits =
        timed ? timed_flits(setting) : setting.workload.num_messages() * flit::mean_packet_size(with);
    work.cycles = work.flits / std::max(terminals * maximum, 1.0) + 4 * (hops + 2);
  } else {
    work.cycles = static_cast<double>(flit::expected_cycles(with));
    double rate = 0;
    for (std::size_t c = 0; c < flit::num_classes(with); ++c) rate += flit::params_of_class(with, c).rate;
    if (rate > maximum && with.warm_up == 0)
      work.cycles = std::min(saturated_cycles, static_cast<double>(with.max_cycles));
    work.flits = std::min(rate, maximum) * terminals * work.cycles;
  }
  return flit::estimate_flit({size, with}, setting.bound->traits(), with, work);
}

void expect_cycles(FlitAssembly const& setting, flit::FlitNetwork const& machine, std::size_t runs,
                   Progress& progress) {
  auto const cycles = flit::expected_cycles(setting.params) * runs;
  progress.expect(static_cast<double>(cycles) * machine.num_in() * seconds_per_port_and_cycle,
                  fmt::format("simulating {} for {} cycles", setting.topology->spec(false), cycles));
}

}  // namespace weft
