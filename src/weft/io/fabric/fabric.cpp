#include "weft/io/fabric/fabric.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/fabric/cable_rates.hpp"

namespace weft {
namespace {

/// Gbit/s of data of one lane.
struct LaneSpeed {
  std::string_view name;
  double gbits;
};
constexpr std::array lane_speeds{LaneSpeed{"SDR", 2},    LaneSpeed{"DDR", 4},     LaneSpeed{"QDR", 8},
                                 LaneSpeed{"FDR10", 10}, LaneSpeed{"FDR", 13.64}, LaneSpeed{"EDR", 25},
                                 LaneSpeed{"HDR", 50},   LaneSpeed{"NDR", 100},   LaneSpeed{"XDR", 200}};

std::uint16_t class_of(std::string const& rate, std::vector<std::string>& classes) {
  std::string const name = rate.empty() ? "link" : rate;
  auto found = std::ranges::find(classes, name);
  if (found == classes.end()) found = classes.insert(found, name);
  return static_cast<std::uint16_t>(found - classes.begin());
}

}  // namespace

Device numbered_switch(std::uint32_t r, std::string description, std::uint32_t ports) {
  if (ports > most_fabric_ports)
    throw InputError(fmt::format("router {} with {} ports", r, ports),
                     fmt::format("a switch of InfiniBand has at most {}", most_fabric_ports));
  auto const guid = std::uint64_t{0x200000} + r;
  return {
      DeviceKind::fabric_switch, fmt::format("S-{:016x}", guid), guid, std::move(description), ports, 0, 0};
}

Device numbered_adapter(std::uint32_t t, std::string description) {
  auto const guid = 0x1000000 + 2 * std::uint64_t{t};
  return {DeviceKind::adapter, fmt::format("H-{:016x}", guid), guid, std::move(description), 1, 0, 0};
}

bool Device::is_aggregation_node() const {
  return kind == DeviceKind::adapter && description.find("Aggregation Node") != std::string::npos;
}

std::optional<double> gbits_of_rate(std::string_view rate) {
  auto const cross = rate.find('x');
  if (cross == std::string_view::npos || cross == 0 || cross > 2) return {};
  double width = 0;
  for (auto const c : rate.substr(0, cross)) {
    if (c < '0' || c > '9') return {};
    width = 10 * width + (c - '0');
  }
  auto const speed = std::ranges::find(lane_speeds, rate.substr(cross + 1), &LaneSpeed::name);
  if (speed == lane_speeds.end() || width == 0) return {};
  return width * speed->gbits;
}

FabricNumbers::FabricNumbers(Fabric const& fabric, Origin origin)
    : router_of_(fabric.devices.size(), no_router) {
  for (std::uint32_t d = 0; d < fabric.devices.size(); ++d) {
    if (fabric.devices[d].kind != DeviceKind::fabric_switch) continue;
    router_of_[d] = static_cast<std::uint32_t>(devices_.size());
    devices_.push_back(d);
    first_.push_back(first_.back() + fabric.devices[d].ports);
  }
  uses_.resize(first_.back());
  number_channels(fabric, origin);
  number_end_nodes(fabric, origin);
}

void FabricNumbers::number_channels(Fabric const& fabric, Origin origin) {
  std::vector<std::uint32_t> next(devices_.size(), 0);
  for (std::uint32_t c = 0; c < fabric.cables.size(); ++c) {
    auto const& cable = fabric.cables[c];
    if (router_of_[cable.a.device] == no_router || router_of_[cable.b.device] == no_router) continue;
    links_.push_back(c);
    for (auto const& end : {cable.a, cable.b})
      use_of(end) = {PortUse::Kind::channel,
                     origin == Origin::topology ? end.port - 1 : next[router_of_[end.device]]++, c};
  }
}

void FabricNumbers::number_end_nodes(Fabric const& fabric, Origin origin) {
  for (std::uint32_t c = 0; c < fabric.cables.size(); ++c) {
    auto const& cable = fabric.cables[c];
    bool const a_is_switch = router_of_[cable.a.device] != no_router;
    if (a_is_switch == (router_of_[cable.b.device] != no_router)) continue;
    auto const& device = fabric.devices[(a_is_switch ? cable.b : cable.a).device];
    use_of(a_is_switch ? cable.a : cable.b) = {
        device.is_aggregation_node() ? PortUse::Kind::aggregation_node : PortUse::Kind::terminal, 0, c};
  }
  auto const end_of = [&](PortUse const* use) {
    auto const& cable = fabric.cables[use->cable];
    return router_of_[cable.a.device] != no_router ? cable.b : cable.a;
  };
  std::vector<PortUse*> ends;
  for (auto& use : uses_)
    if (use.kind == PortUse::Kind::terminal || use.kind == PortUse::Kind::aggregation_node)
      ends.push_back(&use);
  if (origin == Origin::topology)
    std::ranges::sort(ends, {}, [&](PortUse const* use) { return end_of(use).device; });
  for (auto* const use : ends) {
    auto& nodes = use->kind == PortUse::Kind::terminal ? terminals_ : aggregation_nodes_;
    use->index = static_cast<std::uint32_t>(nodes.size());
    nodes.push_back(end_of(use));
  }
}

GraphFile graph_of(Fabric const& fabric) {
  FabricNumbers const numbers(fabric);
  auto const rates = fabric::cable_rates(fabric, numbers);
  GraphFile graph;
  graph.rate = rates.unit * 1e9;
  graph.vertices = numbers.devices().size();
  for (std::uint32_t r = 0; r < graph.vertices; ++r) {
    graph.names.push_back(fabric.devices[numbers.devices()[r]].title());
    std::uint32_t terminals = 0;
    for (std::uint32_t p = 1; p <= numbers.num_ports(r); ++p) {
      auto const& use = numbers.use(r, p);
      if (use.kind != PortUse::Kind::terminal) continue;
      ++terminals;
      graph.terminal_weights.push_back(rates.bandwidth(use.cable));
    }
    graph.terminals.push_back(terminals);
  }
  if (std::ranges::all_of(graph.terminal_weights, [](double weight) { return weight == 1; }))
    graph.terminal_weights.clear();
  for (auto const c : numbers.links()) {
    auto const& cable = fabric.cables[c];
    graph.links.push_back({numbers.router_of(cable.a.device), numbers.router_of(cable.b.device),
                           rates.bandwidth(c), class_of(cable.rate, graph.classes)});
  }
  return graph;
}

}  // namespace weft
