// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/deadlock/deadlock.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "weft/analysis/deadlock/analysis.hpp"
#include "weft/analysis/deadlock/route_analysis.hpp"
#include "weft/core/memory.hpp"
#include "weft/engine/flit/flit_params.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/network.hpp"
#include "weft/network/router_names.hpp"
#include "weft/routing/bind.hpp"
#include "weft/routing/binding_estimate.hpp"
#include "weft/routing/table/table.hpp"
#include "weft/verb/deadlock/transition.hpp"
#include "weft/verb/side_by_side.hpp"

namespace weft::verb {
namespace {

/// Verdict if no packet uses a channel, so that deadlock freedom would be vacuous.
constexpr auto no_route = "no route";

/// The row of the table `verdict` for individual routes or a routing.
struct DeadlockVerdict {
  bool free = false;
  std::string proof;  ///< argument for deadlock freedom
  std::uint32_t vcs = 1;
  std::uint32_t needed = 0;  ///< virtual channels needed; 0: unknown; or routing::no_vcs_suffice
  std::uint64_t channels = 0, dependencies = 0;
  deadlock::CycleFacts const* cycles = nullptr;
  std::uint64_t escape_channels = 0, escape_dependencies = 0, rings = 0;
};

/// The network of a request.
struct DeadlockNetwork {
  explicit DeadlockNetwork(Deadlock::Params const& params)
      : topology(make_topology(params.topology)), labels(*topology) {
    require_memory(200 * topology->num_routers() + 100 * topology->num_terminals(), topology->spec(false));
    base = Machine(topology, failures_of(params, params.seed));
    network = base.network();
  }
  std::string name_of(std::uint32_t router) const { return format_router(*topology, labels, {router}); }
  /// Returns the name of a channel by its endpoints.
  std::string name_of(ChannelIndex channel) const {
    return name_of(network->source(channel).v) + " -> " + name_of(network->target(channel).v);
  }

  TopologyPtr topology;
  mutable RouterLabels labels;
  Machine base;  ///< machine to which routings are bound
  NetworkPtr network;
};

std::string format_packet(deadlock::CycleStep const& step, DeadlockNetwork const& network) {
  auto text = fmt::format("from terminal {} to {}", step.packet.source, step.packet.destination);
  for (auto const intermediate : step.packet.intermediates) text += " via " + network.name_of(intermediate);
  if (step.indirect) text += ", through adaptive channels between these two channels";
  return text;
}

Table verdict_table(DeadlockVerdict const& verdict) {
  Table table{
      "verdict",
      "Deadlock freedom",
      {{"deadlock", "", "possible, none, or no route"},
       {"proof", "",
        "reason why no deadlock is possible, and the flow control that the reason needs, if any"},
       {"vcs", "", "virtual channels of a port"},
       {"vcs_enough", "", "number of virtual channels that suffices"},
       {"channels", "", "virtual channels that packets use"},
       {"dependencies", "", "pairs of channels that a packet can use one after another"},
       {"cyclic_components", "", "strongly connected components of the dependency graph with a cycle"},
       {"channels_in_cycles", "", "virtual channels in these components"},
       {"shortest_cycle", "", "virtual channels in a shortest cycle; 0: no cycle"},
       {"escape_channels", "", "escape virtual channels"},
       {"escape_dependencies", "",
        "dependencies between escape channels: direct ones, and the indirect ones that the proof needs"},
       {"rings", "", "rings in which a bubble is kept"}},
      {}};
  Value needed;
  if (verdict.needed == routing::no_vcs_suffice)
    needed = "none suffice";
  else if (verdict.needed != 0)
    needed = verdict.needed;
  table.add_row({!verdict.free           ? "possible"
                 : verdict.channels == 0 ? no_route
                                         : "none",
                 verdict.proof, verdict.vcs, needed, verdict.channels, verdict.dependencies,
                 verdict.cycles->components, verdict.cycles->vertices, verdict.cycles->shortest.size(),
                 verdict.escape_channels, verdict.escape_dependencies, verdict.rings});
  return table;
}

/// Returns the table `cycle`. `packet(step)`: description of the waiting packet.
template <class Analysis, class Packet>
Table cycle_table(Analysis const& analysis, DeadlockNetwork const& network, Packet packet) {
  Table table{"cycle",
              "A cycle of packets: each occupies a channel and waits for the next one",
              {{"step"},
               {"held", "", "channel that the packet occupies"},
               {"vc", "", "virtual channel of `held`"},
               {"waits_for", "", "channel that the packet waits for"},
               {"its_vc", "", "virtual channel of `waits_for`"},
               {"packet", "", "a packet that can wait in this way"}},
              {}};
  table.digest.role = Digest::Role::main;
  for (auto const& it : analysis.cycle)
    table.add_row({table.rows.size() + 1, network.name_of(it.held.channel), unsigned{it.held.vc},
                   network.name_of(it.requested.channel), unsigned{it.requested.vc}, packet(it)});
  return table;
}

template <class Analysis>
std::vector<routing::VirtualChannel> held_in(Analysis const& analysis) {
  std::vector<routing::VirtualChannel> held;
  for (auto const& it : analysis.cycle) held.push_back(it.held);
  return held;
}

/// Returns the default number of virtual channels of the engine `flit`, used if no number is requested or
/// sufficient.
std::uint32_t vcs_of_engine() { return static_cast<std::uint32_t>(flit::FlitParams{}.vcs); }

void check_routes(Deadlock::Params const& params) {
  if (params.routing != Deadlock::Params{}.routing)
    throw InputError("routes conflicts with routing", "the routes of a file replace the routing",
                     "omit one of them", "routes");
  if (params.vcs != 0)
    throw InputError("vcs conflicts with routes", "a file of routes specifies the virtual channels",
                     "omit vcs", "vcs");
}

std::string format_proof(deadlock::Analysis const& found) {
  using enum deadlock::Proof;
  switch (found.proof) {
    case deadlock::Proof::bufferless: return "packets never wait in the network (hot potato)";
    case none: return "";
    case acyclic: return "the channel dependency graph is acyclic (Dally & Seitz)";
    case escape:
      return std::string(
                 "every packet can always request an escape channel, and the extended dependency graph of the "
                 "escape channels is acyclic "
                 "(Duato); needs virtual cut-through") +
             (found.whole_packets ? "" : ", or virtual channels that contain one packet at a time");
    case bubble:
      return "every ring keeps a bubble, and the dependencies between rings are acyclic (Puente et al.); needs virtual "
             "cut-through";
  }
  return "";
}

/// Returns the first steps of a cycle as text: "(0) -> (1) VC 0 waits for ..".
std::string format_cycle(Table const& cycle) {
  auto const text = [&](char const* column) { return cycle.at(0, column).short_text(); };
  if (cycle.rows.size() == 1) return fmt::format("{} VC {} waits for itself", text("held"), text("vc"));
  return fmt::format("{} channels can wait for each other in a cycle: {} VC {} waits for {} VC {}, and so on",
                     cycle.rows.size(), text("held"), text("vc"), text("waits_for"), text("its_vc"));
}

std::string format_vcs(std::uint32_t vcs) {
  return fmt::format("{} virtual channel{}", vcs, vcs == 1 ? "" : "s");
}

/// A routing, bound with the number of virtual channels in the request, and with more if these are
/// insufficient.
class RoutingOfRequest {
 public:
  /// Binds the routing. `vcs`: number of virtual channels; 0: the number that the routing declares, or the
  /// default of the engine `flit` if no number suffices.
  RoutingOfRequest(DeadlockNetwork const& machine, std::string const& routing, std::uint32_t vcs)
      : network_(*machine.network),
        machine_(machine.base),
        spec_(routing::resolve(parse_spec(routing, "routing"), machine_, routing::Form::channels,
                               vcs == 0 ? routing::max_vcs : vcs)) {
    bound_ = bind([&](std::uint32_t needed) {
      declared_ = needed;
      auto const enough =
          needed == routing::no_vcs_suffice ? vcs_of_engine() : std::min(needed, routing::max_vcs);
      return vcs_ = vcs == 0 ? enough : vcs;
    });
    bytes_ = require_graph(*bound_, vcs_);
  }
  Spec const& spec() const { return spec_; }
  std::uint32_t declared() const { return declared_; }
  std::uint32_t vcs() const { return vcs_; }
  routing::ChannelRouting const& bound() const { return *bound_; }
  Estimate estimate() const {
    return deadlock::estimate_analysis(size_of(network_),
                                       std::min(network_.num_routers(), network_.num_terminals()), bytes_);
  }
  /// Returns the smallest sufficient number of virtual channels above `vcs`, up to the number that the
  /// routing declares or to the maximum per port; 0 if no such number suffices.
  std::uint32_t enough_above(std::uint32_t vcs, Progress& progress) const {
    if (declared_ == routing::no_vcs_suffice) return declared_;
    for (auto more = vcs + 1; more <= std::min(declared_, routing::max_vcs); ++more)
      if (analyze(more, progress).free()) return more;
    return 0;
  }

 private:
  routing::ChannelRoutingPtr bind(std::function<std::uint32_t(std::uint32_t needed)> choose) const {
    return routing::bind_channels(spec_, machine_,
                                  {.vcs = 1, .allow_deadlock = true, .choose = std::move(choose)});
  }
  /// Returns the memory for the dependency graph in bytes. Throws if it is not available.
  std::uint64_t require_graph(routing::ChannelRouting const& bound, std::uint32_t vcs) const {
    auto const bytes = deadlock::bytes_needed(network_, bound.traits(), vcs);
    require_memory(bytes, "the dependency graph");
    return bytes;
  }
  deadlock::Analysis analyze(std::uint32_t vcs, Progress& progress) const {
    auto const bound = bind([vcs](std::uint32_t) { return vcs; });
    require_graph(*bound, vcs);
    return deadlock::analyze(network_, *bound, vcs, progress);
  }

  Network const& network_;
  Machine machine_;
  Spec spec_;
  std::uint32_t declared_ = 0, vcs_ = 0;
  std::uint64_t bytes_ = 0;  ///< memory for the dependency graph
  routing::ChannelRoutingPtr bound_;
};

/// Returns the sentence on the virtual channels of a routing that can deadlock.
std::string format_needed_vcs(std::uint32_t enough, std::uint32_t declared) {
  if (enough == routing::no_vcs_suffice) return "no number of virtual channels helps";
  if (enough != 0) return "free of deadlock with " + format_vcs(enough);
  if (declared > routing::max_vcs)
    return fmt::format("the routing declares that it needs {} virtual channels, but a port has at most {}",
                       declared, routing::max_vcs);
  return fmt::format("even the {} that the routing declares {} not enough", format_vcs(declared),
                     declared == 1 ? "is" : "are");
}

/// Adds the tables `layers` and `layering`. `name(i)`: the name of route i.
void add_layers(routing::RouteSet const& routes, std::function<std::string(std::size_t)> const& name,
                Result& result) {
  auto const minimum = deadlock::minimize_layers(routes);
  Table table{"layers",
              "Virtual layers: routes of one layer share virtual channels and are free of deadlock",
              {{"routes"},
               {"layers", "", "number of layers that the search found"},
               {"at_least", "", "no smaller number suffices"},
               {"exact", "", "no layering has fewer layers"}},
              {}};
  table.add_row(
      {routes.size(), minimum.layering.layers, minimum.lower_bound, minimum.exact() ? "yes" : "no"});
  Table layering{"layering",
                 "The layer of each route",
                 {{"route"}, {"layer", "", "number of the layer, counted from 0"}},
                 {}};
  for (std::size_t r = 0; r < minimum.layering.layer.size(); ++r)
    layering.add_row({name(r), minimum.layering.layer[r]});
  result.tables.insert(result.tables.end(), {std::move(table), std::move(layering)});
  auto const layers = minimum.layering.layers;
  auto const text = fmt::format("{} virtual layer{}", layers, layers == 1 ? "" : "s");
  if (minimum.exact())
    result.answer +=
        fmt::format("; {} {} enough, and no smaller number suffices", text, layers == 1 ? "is" : "are");
  else
    result.answer += fmt::format("; {} are enough, at least {} are needed", text, minimum.lower_bound);
}

class DeadlockExperiment : public Experiment {
 public:
  explicit DeadlockExperiment(Deadlock::Params const& params)
      : Experiment(Deadlock::name), params_(params), machine_(params) {}

  bool meets_requirement(Result const& result) const override {
    return !params_.require_free || is_free_of_deadlock(result);
  }

 protected:
  Deadlock::Params params_;
  DeadlockNetwork machine_;
};

class RoutingDeadlock final : public DeadlockExperiment {
 public:
  explicit RoutingDeadlock(Deadlock::Params const& params)
      : DeadlockExperiment(params),
        routing_(machine_, params.routing, static_cast<std::uint32_t>(params.vcs)) {
    params_.vcs = routing_.vcs();
    params_.topology = machine_.topology->spec(true);
    params_.routing = routing_.spec().to_string();
    resolve(settings_of(Deadlock::schema, params_), params_.seed);
  }

  Estimate estimate() const override {
    return short_run.and_then(estimate_network(size_of(*machine_.topology)))
        .and_then(routing::estimate_binding(routing_.spec(), *machine_.topology))
        .and_then(routing_.estimate());
  }

 private:
  std::uint32_t vcs() const { return routing_.vcs(); }

  void execute(Result& result, Progress& progress) override {
    std::optional<deadlock::SingleRoutes> single;
    if (params_.layers) single = deadlock::single_routes(deadlock::Legs(*machine_.network, routing_.bound()));
    auto const found = deadlock::analyze(*machine_.network, routing_.bound(), vcs(), progress);
    auto const enough =
        found.free() ? std::min(vcs(), routing_.declared()) : routing_.enough_above(vcs(), progress);
    result.tables.push_back(verdict_table({found.free(), found.channels == 0 ? "" : format_proof(found),
                                           vcs(), enough, found.channels, found.dependencies, &found.cycles,
                                           found.escape_channels, found.escape_dependencies, found.rings}));
    add_verdict(found, enough, result);
    if (found.stranded > 0)
      result.notes.push_back(
          fmt::format("packets can reach {} channels that they cannot leave", found.stranded));
    if (!single) return;
    add_layers(
        without_vcs(single->routes),
        [&](std::size_t r) {
          return machine_.name_of(single->from[r]) + " to " + machine_.name_of(single->to[r]);
        },
        result);
  }

  void add_verdict(deadlock::Analysis const& found, std::uint32_t enough, Result& result) const {
    auto const& name = routing_.spec().name;
    auto const declared = routing_.declared();
    if (!found.free()) {
      auto cycle =
          cycle_table(found, machine_, [&](auto const& step) { return format_packet(step, machine_); });
      result.answer = fmt::format("{} with {} can deadlock: {}; {}", name, format_vcs(vcs()),
                                  format_cycle(cycle), format_needed_vcs(enough, declared));
      result.tables.push_back(std::move(cycle));
      result.arrays.push_back(cycle_array(held_in(found), *machine_.network));
      if (!found.why.empty()) result.notes.push_back(found.why);
      return;
    }
    if (found.channels == 0) {
      result.answer =
          fmt::format("{} with {}: no two routers are connected by a route", name, format_vcs(vcs()));
      return;
    }
    result.answer =
        fmt::format("{} with {}: free of deadlock: {}", name, format_vcs(vcs()), format_proof(found));
    if (vcs() < declared)
      result.notes.push_back(fmt::format(
          "{} declares {}, by a general rule that does not consider this network", name,
          declared == routing::no_vcs_suffice ? "that it can deadlock with any number of virtual channels"
                                              : format_vcs(declared)));
  }

  RoutingOfRequest routing_;
};

deadlock::VcRoutes routes_of(RouteList const& list, Network const& network) {
  deadlock::VcRoutes routes;
  std::vector<deadlock::VirtualChannel> hops;
  for (std::size_t r = 0; r < list.routes.size(); ++r) {
    hops.clear();
    auto const visits = list[r];
    for (std::size_t i = 1; i < visits.size(); ++i)
      hops.push_back({network.channel({visits[i - 1].router}, {visits[i].port}), visits[i].vc});
    routes.add(hops);
  }
  return routes;
}

class RoutesDeadlock final : public DeadlockExperiment {
 public:
  explicit RoutesDeadlock(Deadlock::Params const& params) : DeadlockExperiment(params) {
    check_routes(params);
    auto const& network = *machine_.network;
    list_ = read_route_list(params.routes, routing::route_ground(network, machine_.topology->names()));
    params_.topology = machine_.topology->spec(true);
    resolve(settings_of(Deadlock::schema, params_), params_.seed);
  }

  Estimate estimate() const override {
    constexpr double bytes_per_route = 500, seconds_per_route = 1e-6;
    auto const routes = static_cast<double>(list_.routes.size());
    return estimate_network(size_of(*machine_.topology))
        .and_then(short_run)
        .and_then({routes * bytes_per_route, routes * seconds_per_route});
  }

 private:
  void execute(Result& result, Progress& progress) override {
    auto const routes = routes_of(list_, *machine_.network);
    auto const found = deadlock::analyze(routes, progress);
    std::uint32_t vcs = 1;
    for (auto const& hop : routes.hops) vcs = std::max(vcs, hop.vc + 1u);
    DeadlockVerdict verdict{.free = !found.cycles.cyclic(),
                            .proof = found.cycles.cyclic() || found.channels == 0
                                         ? ""
                                         : "the channel dependency graph is acyclic (Dally & Seitz)",
                            .vcs = vcs,
                            .channels = found.channels,
                            .dependencies = found.dependencies,
                            .cycles = &found.cycles};
    result.tables.push_back(verdict_table(verdict));
    auto const count = fmt::format("{} route{}", routes.size(), routes.size() == 1 ? "" : "s");
    if (verdict.free && verdict.channels == 0) {
      result.answer = fmt::format("{}: no two routers are connected by a route", count);
    } else if (verdict.free) {
      result.answer = fmt::format("{}: free of deadlock: {}", count, verdict.proof);
    } else {
      auto cycle = cycle_table(found, machine_, [&](auto const& step) {
        return fmt::format("on the route of line {}", list_.routes[step.route].line);
      });
      result.answer = fmt::format("{} can deadlock: {}", count, format_cycle(cycle));
      result.tables.push_back(std::move(cycle));
      result.arrays.push_back(cycle_array(held_in(found), *machine_.network));
    }
    if (params_.layers)
      add_layers(
          without_vcs(routes), [&](std::size_t r) { return fmt::format("line {}", list_.routes[r].line); },
          result);
  }

  RouteList list_;
};

}  // namespace

std::vector<chart::Figure> Deadlock::figures(Result const& result) {
  return is_side_by_side(result) ? std::vector<chart::Figure>{} : cycle_figures(result);
}

bool is_free_of_deadlock(Result const& result) {
  auto const& verdict = result.table("verdict");
  for (std::size_t row = 0; row < verdict.rows.size(); ++row)
    if (verdict.at(row, "deadlock") != Value{"none"}) return false;
  return true;
}

ExperimentPtr Deadlock::assemble(Params const& params) {
  return assemble_by_routing<Deadlock>(params, [](Params const& one) -> ExperimentPtr {
    if (!one.then.empty()) return transition_deadlock(one);
    if (one.routes.empty()) return std::make_unique<RoutingDeadlock>(one);
    return std::make_unique<RoutesDeadlock>(one);
  });
}

}  // namespace weft::verb
