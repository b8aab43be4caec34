#include "weft/io/fabric/cable_kinds.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace weft::fabric {
namespace {

using Neighbors = std::vector<std::vector<std::uint32_t>>;

/// The routers cabled to each, once for each cable.
Neighbors neighbors_of(Fabric const& fabric, FabricNumbers const& numbers) {
  Neighbors neighbors(numbers.devices().size());
  for (auto const link : numbers.links()) {
    auto const& cable = fabric.cables[link];
    auto const a = numbers.router_of(cable.a.device), b = numbers.router_of(cable.b.device);
    neighbors[a].push_back(b);
    neighbors[b].push_back(a);
  }
  return neighbors;
}

std::vector<std::uint32_t> hosts_of(FabricNumbers const& numbers) {
  std::vector<std::uint32_t> hosts(numbers.devices().size(), 0);
  for (std::uint32_t r = 0; r < hosts.size(); ++r)
    for (std::uint32_t p = 1; p <= numbers.num_ports(r); ++p)
      hosts[r] += numbers.use(r, p).kind == PortUse::Kind::terminal;
  return hosts;
}

std::uint32_t median_of_some(std::vector<std::uint32_t> counts) {
  std::erase(counts, 0U);
  if (counts.empty()) return 0;
  auto const middle = counts.begin() + static_cast<std::ptrdiff_t>(counts.size() / 2);
  std::ranges::nth_element(counts, middle);
  return *middle;
}

std::vector<std::uint32_t> levels_of(std::vector<std::uint32_t> const& hosts, Neighbors const& neighbors) {
  auto const median = median_of_some(hosts);
  std::vector<std::uint32_t> level(hosts.size(), CableKinds::apart), found;
  for (std::uint32_t r = 0; r < hosts.size(); ++r)
    if (hosts[r] > 0 && (3 * hosts[r] > median || hosts[r] > neighbors[r].size())) {
      level[r] = 0;
      found.push_back(r);
    }
  for (std::size_t i = 0; i < found.size(); ++i)
    for (auto const next : neighbors[found[i]])
      if (level[next] == CableKinds::apart) {
        level[next] = level[found[i]] + 1;
        found.push_back(next);
      }
  return level;
}

}  // namespace

std::string CableKinds::level_name(std::uint32_t it) const {
  if (it == apart) return "switch apart";
  if (it > 1) return fmt::format("level {}", it);
  bool const alike = std::ranges::all_of(level, [](auto each) { return each == 0 || each == apart; });
  return alike ? "switch" : it == 0 ? "leaf" : "spine";
}

CableKinds cable_kinds(Fabric const& fabric, FabricNumbers const& numbers) {
  CableKinds kinds;
  kinds.hosts = hosts_of(numbers);
  kinds.level = levels_of(kinds.hosts, neighbors_of(fabric, numbers));
  auto const name_of_end = [&](FabricPort const& end) -> std::pair<std::uint32_t, std::string> {
    if (auto const router = numbers.router_of(end.device); router != FabricNumbers::no_router) {
      auto const level = kinds.level[router];
      return {level == CableKinds::apart ? level : level + 2, kinds.level_name(level)};
    }
    if (fabric.devices[end.device].is_aggregation_node()) return {1, "aggregation node"};
    return {0, "host"};
  };
  for (auto const& cable : fabric.cables) {
    auto ends = std::pair(name_of_end(cable.a), name_of_end(cable.b));
    if (ends.second < ends.first) std::swap(ends.first, ends.second);
    auto const name = fmt::format("{} to {}", ends.first.second, ends.second.second);
    auto found = std::ranges::find(kinds.names, name);
    if (found == kinds.names.end()) found = kinds.names.insert(found, name);
    kinds.kind.push_back(static_cast<std::uint32_t>(found - kinds.names.begin()));
  }
  return kinds;
}

}  // namespace weft::fabric
