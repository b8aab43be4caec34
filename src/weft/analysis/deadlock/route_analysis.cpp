// SPDX-License-Identifier: Apache-2.0
#include "weft/analysis/deadlock/route_analysis.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "weft/core/error.hpp"
#include "weft/graph/strong_components.hpp"
#include "weft/routing/layered/layering.hpp"

namespace weft::deadlock {
namespace {

/// A dependency and a route that creates it. Equal dependencies are ordered by route.
struct Dependency {
  Vertex held, requested;
  std::size_t route;
  friend auto operator<=>(Dependency const&, Dependency const&) = default;
};

[[noreturn]] void reject(std::string const& why) {
  throw InputError("layers cannot be assigned to this routing", why,
                   "choose a routing with one route per pair, or use routes=FILE", "layers");
}

/// Returns the only port and phase that the routing offers to the packet. Throws InputError if there are
/// several.
routing::Candidate only_candidate(routing::ChannelRouting const& routing, routing::Head const& head,
                                  routing::Possible& possible) {
  possible.clear();
  routing.possible(head, possible);
  if (!possible.diversions.empty()) reject("the routing diverts packets to intermediate routers");
  auto const& candidates = possible.candidates;
  auto const same = [&](routing::Candidate const& candidate) {
    return candidate.port == candidates[0].port && candidate.phase == candidates[0].phase;
  };
  if (candidates.empty() || !std::ranges::all_of(candidates, same))
    reject("at router " + std::to_string(head.at) + ", packets to router " + std::to_string(head.target) +
           (candidates.empty() ? " have no candidate" : " have several candidates"));
  return candidates[0];
}

/// The dependencies of a route that belong to a cycle of the dependencies of all routes, in ascending order.
using Dependencies = std::vector<std::uint32_t>;

/// A group of routes that can share the layer of the route with the most dependencies.
struct Group {
  Dependencies dependencies;
  std::vector<std::size_t> routes;
};

std::vector<Dependencies> in_cycles(routing::RouteDependencies const& all, std::size_t routes) {
  std::vector<Arc> arcs;
  for (std::uint32_t d = 0; d < all.size(); ++d) arcs.emplace_back(all.held(d), all.requested(d));
  auto const parts = strong_components(Graph::from_arcs(all.num_channels(), arcs));
  std::vector<Dependencies> out(routes);
  for (std::size_t r = 0; r < routes; ++r) {
    for (auto const d : all.of_route(r))
      if (parts.of[all.held(d)] == parts.of[all.requested(d)]) out[r].push_back(d);
    std::ranges::sort(out[r]);
  }
  return out;
}

/// Groups routes with equal dependencies or subsets of them, because they can share a layer. The group with
/// the most dependencies comes first.
std::vector<Group> groups_of(std::vector<Dependencies> const& dependencies) {
  std::map<Dependencies, std::vector<std::size_t>> same;
  for (std::size_t r = 0; r < dependencies.size(); ++r)
    if (!dependencies[r].empty()) same[dependencies[r]].push_back(r);
  std::vector<Group> groups;
  for (auto& [which, routes] : same) groups.push_back({which, std::move(routes)});
  std::ranges::stable_sort(groups, std::greater<>{},
                           [](Group const& group) { return group.dependencies.size(); });
  std::vector<Group> out;
  for (auto& group : groups) {
    auto const wider = std::ranges::find_if(out, [&](Group const& other) {
      return std::ranges::includes(other.dependencies, group.dependencies);
    });
    if (wider == out.end())
      out.push_back(std::move(group));
    else
      wider->routes.insert(wider->routes.end(), group.routes.begin(), group.routes.end());
  }
  return out;
}

/// The dependencies of one layer, to which groups can be added and from which they can be removed.
class Layer {
 public:
  explicit Layer(routing::RouteDependencies const& all)
      : all_(all), count_(all.size(), 0), visited_(all.num_channels(), 0) {}
  void add(Group const& group) {
    for (auto const d : group.dependencies) ++count_[d];
  }
  void take(Group const& group) {
    for (auto const d : group.dependencies) --count_[d];
  }
  /// Returns whether a dependency of the group, which must have been added, is in a cycle.
  bool has_cycle(Group const& group) {
    return std::ranges::any_of(group.dependencies,
                               [&](auto d) { return reaches(all_.requested(d), all_.held(d)); });
  }

 private:
  bool reaches(std::uint32_t from, std::uint32_t to) {
    ++now_;
    stack_.assign(1, from);
    visited_[from] = now_;
    while (!stack_.empty()) {
      auto const at = stack_.back();
      stack_.pop_back();
      if (at == to) return true;
      for (auto d = all_.first_out(at); d < all_.first_out(at + 1); ++d) {
        auto const next = all_.requested(d);
        if (count_[d] == 0 || visited_[next] == now_) continue;
        visited_[next] = now_;
        stack_.push_back(next);
      }
    }
    return false;
  }

  routing::RouteDependencies const& all_;
  std::vector<std::uint32_t> count_;
  std::vector<std::uint64_t> visited_;
  std::uint64_t now_ = 0;
  std::vector<std::uint32_t> stack_;
};

/// A backtracking search for a layer of each group. A layer is opened only if all previous layers are in use.
class LayerSearch {
 public:
  LayerSearch(routing::RouteDependencies const& all, std::vector<Group> const& groups, std::uint32_t layers)
      : groups_(groups), layers_(layers, Layer(all)) {}

  enum class Outcome { found, impossible, undecided };
  Outcome run(std::uint64_t& steps) {
    std::vector<std::uint32_t> opened{0};  // layers in use before each group that is placed or tried
    layer_.assign(1, 0);
    while (!layer_.empty()) {
      auto const g = layer_.size() - 1;
      if (g == groups_.size()) return layer_.pop_back(), Outcome::found;
      auto const last = std::min<std::size_t>(opened[g] + 1, layers_.size());
      if (layer_[g] == last) {
        layer_.pop_back();
        opened.pop_back();
        if (!layer_.empty()) layers_[layer_.back()++].take(groups_[g - 1]);
        continue;
      }
      if (steps == 0) return Outcome::undecided;
      --steps;
      auto& layer = layers_[layer_[g]];
      layer.add(groups_[g]);
      if (layer.has_cycle(groups_[g])) {
        layer.take(groups_[g]);
        ++layer_[g];
        continue;
      }
      opened.push_back(std::max(opened[g], layer_[g] + 1));
      layer_.push_back(0);
    }
    return Outcome::impossible;
  }
  /// Returns the layer of each group.
  std::vector<std::uint32_t> const& layer() const { return layer_; }

 private:
  std::vector<Group> const& groups_;
  std::vector<Layer> layers_;
  std::vector<std::uint32_t> layer_;
};

/// Returns the size of a greedily chosen set of groups of which any two close a cycle: each needs a separate
/// layer.
std::uint32_t mutually_exclusive_groups(routing::RouteDependencies const& all,
                                        std::vector<Group> const& groups, std::uint64_t& steps) {
  Layer layer(all);
  std::vector<std::size_t> chosen;
  auto const excludes = [&](std::size_t a, std::size_t b) {
    steps -= std::min<std::uint64_t>(steps, 1);
    layer.add(groups[a]);
    layer.add(groups[b]);
    bool const cyclic = layer.has_cycle(groups[b]);
    layer.take(groups[a]);
    layer.take(groups[b]);
    return cyclic;
  };
  for (std::size_t g = 0; g < groups.size() && steps > 0; ++g)
    if (std::ranges::all_of(chosen, [&](auto other) { return excludes(other, g); })) chosen.push_back(g);
  return std::max<std::uint32_t>(1, static_cast<std::uint32_t>(chosen.size()));
}

}  // namespace

RouteAnalysis analyze(VcRoutes const& routes, Progress& progress) {
  auto channels = routes.hops;
  std::ranges::sort(channels);
  channels.erase(std::ranges::unique(channels).begin(), channels.end());
  auto const number = [&](VirtualChannel channel) {
    return static_cast<Vertex>(std::ranges::lower_bound(channels, channel) - channels.begin());
  };
  std::vector<Dependency> dependencies;
  for (std::size_t r = 0; r < routes.size(); ++r)
    for (std::size_t i = 1; i < routes[r].size(); ++i)
      dependencies.push_back({number(routes[r][i - 1]), number(routes[r][i]), r});
  std::ranges::sort(dependencies);
  auto const same = [](Dependency const& a, Dependency const& b) {
    return std::tie(a.held, a.requested) == std::tie(b.held, b.requested);
  };
  dependencies.erase(std::ranges::unique(dependencies, same).begin(), dependencies.end());
  std::vector<Arc> arcs;
  for (auto const& dependency : dependencies) arcs.emplace_back(dependency.held, dependency.requested);
  RouteAnalysis out;
  out.channels = channels.size();
  out.dependencies = arcs.size();
  out.cycles = cycle_facts(Graph::from_arcs(channels.size(), arcs), progress);
  auto const& cycle = out.cycles.shortest;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    auto const held = cycle[i], requested = cycle[(i + 1) % cycle.size()];
    auto const it = std::ranges::lower_bound(dependencies, Dependency{held, requested, 0});
    out.cycle.push_back({channels[held], channels[requested], it->route});
  }
  return out;
}

routing::RouteSet without_vcs(VcRoutes const& routes) {
  routing::RouteSet set;
  std::vector<std::uint32_t> channels;
  for (std::size_t r = 0; r < routes.size(); ++r) {
    channels.clear();
    for (auto const& hop : routes[r]) channels.push_back(hop.channel.v);
    set.add(channels);
  }
  return set;
}

SingleRoutes single_routes(Legs const& legs) {
  auto const& network = legs.network();
  auto const& routing = legs.routing();
  auto const launches = routing.launches();
  if (launches.size() != 1 || launches[0].to_intermediate)
    reject("the routing sends packets to intermediate routers, so a pair has several routes");
  SingleRoutes out;
  routing::Possible possible;
  std::vector<VirtualChannel> hops;
  for (auto const from : legs.sources())
    for (auto const to : legs.destinations()) {
      if (from == to || !routing.reaches(from, to)) continue;
      hops.clear();
      routing::Head head{.at = from, .target = to, .to = to, .phase = launches[0].phase};
      while (head.at != to) {
        auto const candidate = only_candidate(routing, head, possible);
        auto const channel = network.channel({head.at}, {candidate.port});
        hops.push_back({channel, static_cast<std::uint8_t>(std::countr_zero(candidate.vcs))});
        if (hops.size() > network.num_channels()) reject("a route never arrives");
        head.at = network.target(channel).v;
        head.in_port = network.target_port(channel).v;
        head.in_vc = hops.back().vc;
        head.phase = candidate.phase;
      }
      out.routes.add(hops);
      out.from.push_back(from);
      out.to.push_back(to);
    }
  return out;
}

MinimumLayers minimize_layers(routing::RouteSet const& routes, std::uint64_t steps) {
  MinimumLayers out{routing::layer_sparingly(routes), 1};
  if (out.layering.layers == 1) return out;
  routing::RouteDependencies const all(routes);
  auto const groups = groups_of(in_cycles(all, routes.size()));
  auto for_pairs = steps / 4;
  out.lower_bound = std::max(2u, mutually_exclusive_groups(all, groups, for_pairs));
  while (!out.exact()) {
    LayerSearch search(all, groups, out.layering.layers - 1);
    auto const outcome = search.run(steps);
    if (outcome == LayerSearch::Outcome::undecided) return out;
    if (outcome == LayerSearch::Outcome::impossible) {
      out.lower_bound = out.layering.layers;
      return out;
    }
    --out.layering.layers;
    std::ranges::fill(out.layering.layer, std::uint16_t{0});
    for (std::size_t g = 0; g < groups.size(); ++g)
      for (auto const r : groups[g].routes)
        out.layering.layer[r] = static_cast<std::uint16_t>(search.layer()[g]);
  }
  return out;
}

}  // namespace weft::deadlock
