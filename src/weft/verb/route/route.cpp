// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/route/route.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "weft/core/error.hpp"
#include "weft/core/quantity.hpp"
#include "weft/core/result.hpp"
#include "weft/drawing/picture.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/channels.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/network/fabric_of.hpp"
#include "weft/network/hosts.hpp"
#include "weft/network/layout.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/network.hpp"
#include "weft/network/places.hpp"
#include "weft/network/router_names.hpp"
#include "weft/network/topologies.hpp"
#include "weft/routing/bind.hpp"
#include "weft/routing/binding_estimate.hpp"
#include "weft/routing/forwarding/routing_tables.hpp"
#include "weft/routing/forwarding/table_walk.hpp"
#include "weft/routing/packet/packet_walk.hpp"
#include "weft/routing/packet/rerouted.hpp"

namespace weft::verb {
namespace {

std::string title_of(NumberedFabric const& fabric, RouterId router) {
  return shown(fabric.fabric->devices[fabric.numbers.devices()[router.v]].title());
}

/// Returns the port number of a channel at its source.
std::uint32_t port_of(NumberedFabric const& fabric, Network const& network, ChannelIndex channel) {
  auto const router = network.source(channel);
  auto const index = channel.v - network.channel(router, {0}).v;
  for (std::uint32_t p = 1; p <= fabric.numbers.num_ports(router.v); ++p)
    if (auto const& use = fabric.numbers.use(router.v, p);
        use.kind == PortUse::Kind::channel && use.index == index)
      return p;
  return 0;
}

/// Returns the reason why a packet is not delivered; empty if it is delivered.
std::string fault_of(routing::TableWalk const& walk, NumberedFabric const& fabric) {
  using End = routing::TableWalk::End;
  if (walk.end == End::arrives) return {};
  if (walk.end == End::loops) return "the route has a loop";
  auto const title = title_of(fabric, walk.router);
  if (walk.end == End::dropped)
    return fmt::format("switch '{}' drops the packet: its service level has lane 15", title);
  return fmt::format("at switch '{}', {}", title,
                     walk.end == End::dead_port    ? "the table contains a port without a cable"
                     : walk.end == End::wrong_host ? "the table contains the port of another end node"
                                                   : "the table has no entry for the destination");
}

/// Adds the table `route` of a packet with a routing by tables: the hops with the names and ports of the
/// switches, the service level and the virtual lanes. Sets the verdict if the packet is not delivered.
/// Returns the routers of the path, from the source.
std::vector<std::uint32_t> add_route_by_tables(routing::RoutingTables const& tables,
                                               NumberedFabric const& fabric, AnyTopology const& topology,
                                               Network const& network, LayoutParams const& layout,
                                               TerminalId from, TerminalId to, Result& result) {
  auto const start = topology.injection_router(from);
  auto const walk = routing::walk_by_tables(tables, network, start, from.v, to.v);
  Table table{"route",
              "Hop by hop",
              {{"hop"},
               {"channel"},
               {"from"},
               {"port", "", "output port"},
               {"to"},
               {"from place"},
               {"to place"},
               {"cable", "m"},
               {"SL", "", "service level"},
               {"VL", "", "virtual lane of the hop"}},
              {}};
  auto const lengths = topology.layout(layout);
  RouterLabels labels(topology);
  auto const level = tables.lanes ? Value(unsigned{tables.lanes->levels(from.v, to.v)}) : Value();
  std::vector<std::uint32_t> routers{start.v};
  for (auto const& [channel, lane] : walk.hops) {
    auto const at = network.source(channel), next = network.target(channel);
    table.add_row({routers.size(), network.classes()[network.class_of(channel).v].name, labels.cell(at),
                   port_of(fabric, network, channel), labels.cell(next), title_of(fabric, at),
                   title_of(fabric, next), lengths.length(at, next), level,
                   lane ? Value(unsigned{*lane}) : Value()});
    routers.push_back(next.v);
  }
  result.tables.push_back(std::move(table));
  result.notes = tables.notes;
  if (auto const fault = fault_of(walk, fabric); !fault.empty()) result.answer = "not delivered: " + fault;
  return routers;
}

/// The hops of a packet and the routers along its path, from the source.
struct Path {
  Table hops;
  std::vector<std::uint32_t> routers;
};

Path walk(AnyTopology const& topology, LayoutParams const& params, routing::PacketWalk& packet) {
  Table table{
      "route",
      "Hop by hop",
      {{"hop"}, {"channel"}, {"from"}, {"port"}, {"to"}, {"from place"}, {"to place"}, {"cable", "m"}},
      {}};
  auto const layout = topology.layout(params);
  auto const classes = topology.classes();
  RouterLabels labels(topology);
  std::vector<std::uint32_t> routers{packet.at().v};
  for (std::uint32_t hop = 1;; ++hop) {
    PortId const port = packet.next();
    if (port == arrived) return {std::move(table), std::move(routers)};
    if (hop > packet.traits().hop_bound) throw std::logic_error("a routing exceeds its declared hop bound");
    RouterId const from = packet.at(), to = topology.neighbor(from, port).router;
    table.add_row({hop, classes[topology.class_of(from, port).v].name, labels.cell(from),
                   labels.port_number(from, port), labels.cell(to), topology.coordinates(from),
                   topology.coordinates(to), layout.length(from, to)});
    packet.move(to);
    routers.push_back(to.v);
  }
}

Array route_array(std::vector<std::uint32_t> routers) {
  auto const count = routers.size();
  return {"route", "The routers of the path", "", "in order", {count}, std::move(routers)};
}

/// Returns the path drawn over the network.
std::optional<chart::NetworkView> path_view(Result const& result, Array const& route) {
  auto const topology = topology_of(result);
  if (topology == nullptr) return {};
  auto view = picture_of(*topology, no_progress(), failures_in(result));
  if (view.aggregate || view.vertices.empty()) return {};
  chart::ViewPath path;
  for (std::size_t i = 0; i < route.size(); ++i)
    path.vertices.push_back(static_cast<std::uint32_t>(route.number(i)));
  view.title = fmt::format("The path from terminal {} to {}", result.setting("from"), result.setting("to"));
  view.facts = title_of(result, topology) + ", " + result.setting("routing");
  view.paths = {std::move(path)};
  return view;
}

/// Returns a caption such as "4 hops from terminal 0 to 27: 2 of class dim0, 2 of class dim1."
std::string path_caption(Result const& result, Table const& hops) {
  std::vector<std::pair<std::string, int>> classes;
  for (auto const& row : hops.rows) {
    auto const name = row[1].short_text();
    auto const known = std::ranges::find(classes, name, &std::pair<std::string, int>::first);
    if (known == classes.end())
      classes.emplace_back(name, 1);
    else
      ++known->second;
  }
  std::vector<std::string> parts;
  for (auto const& [name, count] : classes) parts.push_back(fmt::format("{} of class {}", count, name));
  auto const count = hops.rows.size();
  return fmt::format("{} hop{} from terminal {} to {}: {}.", count, count == 1 ? "" : "s",
                     result.setting("from"), result.setting("to"), fmt::join(parts, ", "));
}

class RouteExperiment final : public Experiment {
 public:
  explicit RouteExperiment(Route::Params const& params)
      : Experiment(Route::name),
        params_(params),
        topology_(make_topology(params.topology)),
        machine_(topology_, failures_of(params, params.seed)),
        routing_(parse_spec(params.routing, "routing")),
        layout_(read_layout(params.layout)) {
    routing_ = routing::resolve(routing_, machine_, routing::idle_form(routing_));
    Hosts const hosts(topology_);
    from_ = at_place("from", [&] { return terminal_named(*topology_, hosts, params.from); });
    to_ = at_place("to", [&] { return terminal_named(*topology_, hosts, params.to); });
    std::vector<Setting> settings{{"topology", topology_->spec(true)},
                                  {"routing", routing_.to_string()},
                                  {"from", hosts.unique_name(from_)},
                                  {"to", hosts.unique_name(to_)},
                                  {"layout", resolved_layout(layout_)}};
    add_failures(params, settings);
    resolve(std::move(settings), params.seed);
  }

  /// Includes the network only if hops are not computed from a closed form of the distance.
  Estimate estimate() const override {
    bool const by_places = topology_->has_distance() && !machine_.has_failures() &&
                           routing::idle_form(routing_) != routing::Form::tables;
    return by_places ? short_run
                     : short_run.and_then(estimate_network(size_of(*topology_)))
                           .and_then(routing::estimate_binding(routing_, *topology_));
  }

 private:
  void execute(Result& result, Progress&) override {
    auto const from = topology_->injection_router(from_), to = topology_->ejection_router(to_);
    if (machine_.has_failures()) require_path(from, to);
    if (routing::idle_form(routing_) == routing::Form::tables) {
      auto const fabric = fabric_of(*topology_);
      auto const tables = routing::bind_tables(routing_, machine_, fabric, routing::FabricEnds::hosts);
      result.arrays.push_back(route_array(
          add_route_by_tables(tables, fabric, *topology_, *machine_.network(), layout_, from_, to_, result)));
    } else {
      auto const bound = routing::bind_idle_packets(routing_, machine_);
      routing::PacketWalk packet(*bound, from, to, seed());
      auto path = walk(*topology_, layout_, packet);
      result.tables.push_back(std::move(path.hops));
      result.arrays.push_back(route_array(std::move(path.routers)));
    }
    if (result.answer.empty()) result.answer = verdict(result.table("route"), from, to);
  }

  void require_path(RouterId from, RouterId to) const {
    auto const& network = *machine_.network();
    if (network.router_failed(from) || network.router_failed(to) || !Reachability(network).reaches(from, to))
      throw InputError(fmt::format("no path leads from terminal {} to terminal {}", params_.from, params_.to),
                       "too many parts have failed", "choose other terminals", "to");
  }

  /// Returns the verdict on a delivered packet: its hops and the length of its cables.
  std::string verdict(Table const& hops, RouterId from, RouterId to) const {
    RouterLabels labels(*topology_);
    double meters = 0;
    for (std::size_t row = 0; row < hops.rows.size(); ++row)
      if (auto const length = hops.at(row, "cable"); length.is_number()) meters += length.number();
    auto const named = [&](RouterId router) {
      auto const place = topology_->coordinates(router);
      return labels.cell(router).short_text() + (place.empty() ? "" : " at " + place);
    };
    return fmt::format("{} from {} {} to {}, {} m of cable", format_count(hops.rows.size(), "hop"),
                       topology_->is_host(from) ? "host" : "router", named(from), named(to),
                       format_rounded(meters));
  }

  Route::Params params_;
  TopologyPtr topology_;
  Machine machine_;
  Spec routing_;
  LayoutParams layout_;
  TerminalId from_, to_;
};

}  // namespace

std::vector<chart::Figure> Route::figures(Result const& result) {
  auto const* const hops = result.find_table("route");
  auto const* const route = result.find_array("route");
  if (hops == nullptr || route == nullptr || hops->rows.empty()) return {};
  auto view = path_view(result, *route);
  if (!view) return {};
  return {{"path", "The path in the network", path_caption(result, *hops), "route", std::move(*view)}};
}

ExperimentPtr Route::assemble(Params const& params) { return std::make_unique<RouteExperiment>(params); }

}  // namespace weft::verb
