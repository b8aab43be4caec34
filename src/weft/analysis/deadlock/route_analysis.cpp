#include "weft/analysis/deadlock/route_analysis.hpp"

#include <algorithm>
#include <tuple>

namespace weft::deadlock {
namespace {

/// A dependency and the route that it is of; ordered so that the first route comes first.
struct Dependency {
  Vertex held, wanted;
  std::size_t route;
  friend auto operator<=>(Dependency const&, Dependency const&) = default;
};

}  // namespace

RouteAnalysis analyze(VcRoutes const& routes, Progress& progress) {
  auto channels = routes.hops;
  std::ranges::sort(channels);
  channels.erase(std::ranges::unique(channels).begin(), channels.end());
  auto const number = [&](VirtualChannel it) {
    return static_cast<Vertex>(std::ranges::lower_bound(channels, it) - channels.begin());
  };
  std::vector<Dependency> dependencies;
  for (std::size_t r = 0; r < routes.size(); ++r)
    for (std::size_t i = 1; i < routes[r].size(); ++i)
      dependencies.push_back({number(routes[r][i - 1]), number(routes[r][i]), r});
  std::ranges::sort(dependencies);
  auto const same = [](Dependency const& a, Dependency const& b) {
    return std::tie(a.held, a.wanted) == std::tie(b.held, b.wanted);
  };
  dependencies.erase(std::ranges::unique(dependencies, same).begin(), dependencies.end());
  std::vector<Arc> arcs;
  for (auto const& it : dependencies) arcs.emplace_back(it.held, it.wanted);
  RouteAnalysis out;
  out.channels = channels.size();
  out.dependencies = arcs.size();
  out.cycles = cycle_facts(Graph::from_arcs(channels.size(), arcs), progress);
  auto const& cycle = out.cycles.shortest;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    auto const held = cycle[i], wanted = cycle[(i + 1) % cycle.size()];
    auto const it = std::ranges::lower_bound(dependencies, Dependency{held, wanted, 0});
    out.cycle.push_back({channels[held], channels[wanted], it->route});
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

}  // namespace weft::deadlock
