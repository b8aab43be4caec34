// SPDX-License-Identifier: Apache-2.0
#include "weft/explore/network_answers.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/drawing/picture.hpp"
#include "weft/drawing/scene.hpp"
#include "weft/experiment/experiment.hpp"
#include "weft/experiment/fields.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/explore/scene_bundle.hpp"
#include "weft/graph/search.hpp"
#include "weft/io/bundle.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/layout.hpp"
#include "weft/network/part_titles.hpp"
#include "weft/network/topologies.hpp"
#include "weft/topology/family/file.hpp"

namespace weft::explore {

DisplayedMachine& Machines::get(std::string const& topology, FailureParams const& failures) {
  auto key =
      fmt::format("{}|{}|{}|{}|{}", topology, failures.links, failures.routers, failures.seed, failures.fail);
  for (auto const& [file, hash] : contents_of({{"topology", topology}})) key += "|" + file + "|" + hash;
  auto const found = std::ranges::find(latest_, key, &DisplayedMachine::key);
  if (found != latest_.end()) {
    latest_.splice(latest_.begin(), latest_, found);
    return latest_.front();
  }
  auto created = make_topology(topology);
  check_scene_size(*created);
  Machine machine(created, failures);
  machine.network();  // throws for failures of absent parts, before the machine is cached
  if (latest_.size() == max_machines) latest_.pop_back();
  return latest_.emplace_front(DisplayedMachine{std::move(key), std::move(created), std::move(machine)});
}

namespace {

/// Parameters of all requests about a network.
struct NetworkRequest {
  std::string topology = "torus:sides=8x8";
  std::string layout = {};
  FailureParams failures = {};
  std::int64_t seed = 1;
};

template <class Params>
constexpr std::tuple network_schema = std::tuple_cat(
    std::tuple{topology_field(&Params::topology), layout_field(&Params::layout), seed_field(&Params::seed)},
    group(&Params::failures, failure_schema));

/// Returns the schema of a parameter that is the number of a router.
template <class Params>
constexpr auto router_field(std::string_view name, std::int64_t Params::*member) {
  return param(name, member, Range{0, 4294967294.0}, "the number of a router");
}

/// Returns the router with number `number`. Throws InputError about the parameter if there are fewer routers.
inline RouterId checked_router(std::string_view name, std::int64_t number, std::uint64_t routers) {
  if (static_cast<std::uint64_t>(number) >= routers)
    throw InputError(std::string(name) + "=" + std::to_string(number),
                     "must be in [0, " + std::to_string(routers - 1) + "]")
        .about(name);
  return {static_cast<std::uint32_t>(number)};
}

struct RouterRequest : NetworkRequest {
  std::int64_t router = 0;
};
constexpr std::tuple router_schema = std::tuple_cat(
    network_schema<NetworkRequest>, std::tuple{router_field("router", &RouterRequest::router)});

constexpr std::array kinds{"router", "router without terminals", "computing node", "failed router"};

/// Returns the hops to all routers over paths that do not pass through hosts.
std::vector<std::uint32_t> hops_from(Network const& network, RouterId router) {
  return breadth_first(network.num_routers(), {router.v},
                       [&](Vertex r, auto step) {
                         if (!network.may_enter({r}, router)) return;
                         for (std::uint16_t p = 0, ports = network.degree({r}); p < ports; ++p)
                           if (auto const c = network.channel({r}, {p}); !network.channel_failed(c))
                             step(network.target(c).v);
                       })
      .hops;
}

/// `layout`: null if the positions of the routers are unknown.
JsonText ports_of(AnyTopology const& topology, Network const& network, Layout const* layout,
                  RouterId router) {
  auto const classes = topology.classes();
  std::vector<JsonText> ports;
  for (std::uint16_t p = 0, count = network.degree(router); p < count; ++p) {
    auto const c = network.channel(router, {p});
    auto const to = network.target(c);
    ports.push_back(
        JsonText::object({{"port", p},
                          {"channel", c.v},
                          {"to", to.v},
                          {"place", topology.coordinates(to)},
                          {"class", classes[network.class_of(c).v].name},
                          {"bandwidth", network.bandwidth(c)},
                          {"meters", layout != nullptr ? JsonText(layout->length(router, to)) : JsonText()},
                          {"failed", network.channel_failed(c)}}));
  }
  return JsonText::array(ports);
}

JsonText terminals_of(Network const& network, RouterId router) {
  auto const [first, count] = network.terminals_at(router);
  std::vector<JsonText> terminals;
  for (std::uint32_t i = 0; i < count; ++i) terminals.emplace_back(first.v + i);
  return JsonText::array(terminals);
}

/// Returns whether the places of the routers are known: a file states none, but the user may state a layout.
bool is_placed(AnyTopology const& topology, std::string const& layout) {
  return topology.get_if<topology::File>() == nullptr || !layout.empty();
}

}  // namespace

std::string router_answer(Machines& machines, Spec const& request) {
  auto const params = read_params<RouterRequest>(router_schema, request);
  auto const& shown = machines.get(params.topology, failures_of(params, params.seed));
  auto const& topology = shown.topology;
  auto const& network = *shown.machine.network();
  auto const layout = topology->layout(read_layout(params.layout));
  bool const has_lengths = is_placed(*topology, params.layout);
  auto const router = checked_router("router", params.router, network.num_routers());
  auto const hops = hops_from(network, router);
  std::uint32_t farthest = 0;
  for (auto const distance : hops)
    if (distance != unreachable) farthest = std::max(farthest, distance);
  auto const header = JsonText::object(
      {{"router",
        JsonText::object({{"number", router.v},
                          {"place", topology->coordinates(router)},
                          {"names", JsonText::array_of(switch_names(*topology, router))},
                          {"kind", kinds[static_cast<std::size_t>(kind_of(*topology, &network, router))]},
                          {"terminals", terminals_of(network, router)},
                          {"ports", ports_of(*topology, network, has_lengths ? &layout : nullptr, router)},
                          {"farthest", farthest}})}});
  std::vector<BundleArray> const arrays{{"distance", {hops.size()}, std::span{hops}, "Hops from the router"}};
  return bundle_bytes(header, arrays);
}

namespace {

struct SceneRequest : NetworkRequest {
  SceneArrangement arrangement = SceneArrangement::structure;
};
constexpr std::tuple scene_schema = std::tuple_cat(
    network_schema<NetworkRequest>,
    std::tuple{param("arrangement", &SceneRequest::arrangement, "arrangement of the routers")});

}  // namespace

std::string scene_answer(Machines& machines, Spec const& request, Progress& progress) {
  auto const params = read_params<SceneRequest>(scene_schema, request);
  auto const layout = read_layout(params.layout);
  auto const& shown = machines.get(params.topology, failures_of(params, params.seed));
  auto scene = scene_of(*shown.topology, shown.machine, params.arrangement, layout, progress);
  if (!is_placed(*shown.topology, params.layout)) scene.rack.clear();
  return scene_bundle(scene);
}

namespace {

struct PathsRequest : NetworkRequest {
  std::int64_t from = 0, to = 1;
};
constexpr std::tuple paths_schema = std::tuple_cat(
    network_schema<NetworkRequest>,
    std::tuple{router_field("from", &PathsRequest::from), router_field("to", &PathsRequest::to)});

/// All shortest paths between two routers over working channels. They do not pass through hosts.
class ShortestPaths {
 public:
  ShortestPaths(Network const& network, RouterId from, RouterId to)
      : network_(network), hops_(search(network, to)), counts_(hops_.hops.size(), 0), from_(from), to_(to) {
    if (!found()) return;
    counts_[to.v] = 1;
    for (auto const r : hops_.order) count(r);
    collect();
  }

  bool found() const { return hops() != unreachable; }
  std::uint32_t hops() const { return hops_.hops[from_.v]; }
  /// Returns the number of paths; parallel channels count as different paths.
  double paths() const { return counts_[from_.v]; }
  std::vector<std::uint32_t> const& channels() const { return channels_; }
  /// Returns the path over the first port of each router.
  std::vector<std::uint32_t> const& first() const { return first_; }

 private:
  /// Runs a breadth-first search from `to` against the direction of the channels.
  static BreadthFirst search(Network const& network, RouterId to) {
    return breadth_first(network.num_routers(), {to.v}, [&](Vertex r, auto step) {
      if (!network.may_enter({r}, to)) return;
      for (std::uint16_t p = 0, ports = network.in_degree({r}); p < ports; ++p)
        if (auto const c = network.incoming({r}, {p}); !network.channel_failed(c)) step(network.source(c).v);
    });
  }

  /// Calls visit(channel, target) for each channel of router r on a shortest path.
  template <class Visit>
  void for_each_hop(std::uint32_t r, Visit visit) const {
    for (std::uint16_t p = 0, ports = network_.degree({r}); p < ports; ++p) {
      auto const c = network_.channel({r}, {p});
      auto const next = network_.target(c).v;
      if (!network_.channel_failed(c) && network_.may_enter({next}, to_) && hops_.hops[r] > 0 &&
          hops_.hops[next] == hops_.hops[r] - 1)
        visit(c.v, next);
    }
  }
  void count(std::uint32_t r) {
    for_each_hop(r, [&](std::uint32_t, std::uint32_t next) { counts_[r] += counts_[next]; });
  }

  /// Collects the channels on shortest paths, hop by hop from `from`, and the path over the first ports.
  void collect() {
    std::vector<bool> seen(counts_.size(), false);
    std::vector<std::uint32_t> reached{from_.v};
    for (std::size_t i = 0; i < reached.size(); ++i)
      for_each_hop(reached[i], [&](std::uint32_t channel, std::uint32_t next) {
        channels_.push_back(channel);
        if (!seen[next]) reached.push_back(next);
        seen[next] = true;
      });
    std::ranges::sort(channels_);
    first_ = {from_.v};
    while (hops_.hops[first_.back()] > 0) {
      auto next = first_.back();
      for_each_hop(first_.back(), [&, at = first_.back()](std::uint32_t, std::uint32_t target) {
        if (next == at) next = target;
      });
      first_.push_back(next);
    }
  }

  Network const& network_;
  BreadthFirst hops_;
  std::vector<double> counts_;  ///< paths from each router
  RouterId from_, to_;
  std::vector<std::uint32_t> channels_, first_;
};

}  // namespace

std::string paths_answer(Machines& machines, Spec const& request) {
  auto const params = read_params<PathsRequest>(paths_schema, request);
  auto& shown = machines.get(params.topology, failures_of(params, params.seed));
  auto const& network = *shown.machine.network();
  auto const from = checked_router("from", params.from, network.num_routers()),
             to = checked_router("to", params.to, network.num_routers());
  ShortestPaths const paths(network, from, to);
  bool const apart = from != to && paths.found();
  if (apart && !shown.disjoint) shown.disjoint.emplace(router_graph(network));
  auto const disjoint = apart ? shown.disjoint->count(from.v, to.v) : 0;
  auto const header = JsonText::object(
      {{"paths", JsonText::object({{"hops", paths.found() ? JsonText(paths.hops()) : JsonText()},
                                   {"shortest", JsonText::array_of(paths.first())},
                                   {"count", paths.found() ? paths.paths() : 0.0},
                                   {"disjoint", disjoint}})}});
  std::vector<BundleArray> const arrays{{"on_path", {paths.channels().size()}, std::span{paths.channels()}}};
  return bundle_bytes(header, arrays);
}

namespace {

struct FindRequest : NetworkRequest {
  std::string what = {};
};
constexpr std::tuple find_schema = std::tuple_cat(
    network_schema<NetworkRequest>,
    std::tuple{param("what", &FindRequest::what, "a name, a number, a GUID, NAME[PORT] or coordinates")});

JsonText part_json(Network const& network, PartMatch const& part) {
  return JsonText::object(
      {{"router", part.router.v},
       {"terminal", part.terminal ? JsonText(part.terminal->v) : JsonText()},
       {"channel", part.port ? JsonText(network.channel(part.router, *part.port).v) : JsonText()},
       {"title", part.title}});
}

}  // namespace

std::string find_answer(Machines& machines, Spec const& request) {
  constexpr std::size_t max_found = 40;
  auto const params = read_params<FindRequest>(find_schema, request);
  auto const& shown = machines.get(params.topology, failures_of(params, params.seed));
  std::vector<JsonText> found;
  for (auto const& part : find_parts(shown.topology, params.what, max_found))
    found.push_back(part_json(*shown.machine.network(), part));
  return bundle_bytes(JsonText::object({{"found", JsonText::array(found)}}));
}

}  // namespace weft::explore
