// SPDX-License-Identifier: Apache-2.0
#include "weft/io/fabric/fabric.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/fabric/cable_ends.hpp"
#include "weft/io/fabric/fabric_readers.hpp"
#include "weft/io/file.hpp"

namespace weft {
namespace {

/// Data rate of one lane, in Gbit/s.
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
  if (ports > max_fabric_ports)
    throw InputError(fmt::format("router {} has {} ports", r, ports),
                     fmt::format("an InfiniBand switch has at most {}", max_fabric_ports));
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

std::optional<double> to_gbits(std::string_view rate) {
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
      port_use(end) = {PortUse::Kind::channel,
                       origin == Origin::topology ? end.port - 1 : next[router_of_[end.device]]++, c};
  }
}

void FabricNumbers::number_end_nodes(Fabric const& fabric, Origin origin) {
  for (std::uint32_t c = 0; c < fabric.cables.size(); ++c) {
    auto const& cable = fabric.cables[c];
    bool const a_is_switch = router_of_[cable.a.device] != no_router;
    if (a_is_switch == (router_of_[cable.b.device] != no_router)) continue;
    auto const& device = fabric.devices[(a_is_switch ? cable.b : cable.a).device];
    port_use(a_is_switch ? cable.a : cable.b) = {
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

GraphFile to_graph(Fabric const& fabric) {
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
    graph.links.push_back({numbers.router(cable.a.device), numbers.router(cable.b.device), rates.bandwidth(c),
                           class_of(cable.rate, graph.classes)});
  }
  return graph;
}

}  // namespace weft

namespace weft::fabric {
namespace {

using Neighbors = std::vector<std::vector<std::uint32_t>>;

/// Returns the routers cabled to each router, with multiplicity.
Neighbors neighbors_of(Fabric const& fabric, FabricNumbers const& numbers) {
  Neighbors neighbors(numbers.devices().size());
  for (auto const link : numbers.links()) {
    auto const& cable = fabric.cables[link];
    auto const a = numbers.router(cable.a.device), b = numbers.router(cable.b.device);
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

std::string CableKinds::level_name(std::uint32_t hops) const {
  if (hops == apart) return "isolated switch";
  if (hops > 1) return fmt::format("level {}", hops);
  bool const alike = std::ranges::all_of(level, [](auto each) { return each == 0 || each == apart; });
  return alike ? "switch" : hops == 0 ? "leaf" : "spine";
}

CableKinds cable_kinds(Fabric const& fabric, FabricNumbers const& numbers) {
  CableKinds kinds;
  kinds.hosts = hosts_of(numbers);
  kinds.level = levels_of(kinds.hosts, neighbors_of(fabric, numbers));
  auto const name_of_end = [&](FabricPort const& end) -> std::pair<std::uint32_t, std::string> {
    if (auto const router = numbers.router(end.device); router != FabricNumbers::no_router) {
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

namespace {

/// Returns the lower median, or 0 for an empty list.
double median_of(std::vector<double> values) {
  if (values.empty()) return 0;
  auto const middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

double unit_of(CableRates const& rates, FabricNumbers const& numbers) {
  std::vector<double> hosts;
  for (std::uint32_t r = 0; r < numbers.devices().size(); ++r)
    for (std::uint32_t p = 1; p <= numbers.num_ports(r); ++p)
      if (auto const& use = numbers.use(r, p);
          use.kind == PortUse::Kind::terminal && rates.gbits[use.cable] > 0)
        hosts.push_back(rates.gbits[use.cable]);
  if (!hosts.empty()) return median_of(std::move(hosts));
  double fastest = 0;
  for (auto const link : numbers.links()) fastest = std::max(fastest, rates.gbits[link]);
  return fastest;
}

}  // namespace

std::vector<std::string> modal_rates(Fabric const& fabric, CableKinds const& kinds) {
  std::vector<std::map<std::string, std::size_t>> counts(kinds.names.size());
  for (std::size_t c = 0; c < fabric.cables.size(); ++c)
    if (to_gbits(fabric.cables[c].rate)) ++counts[kinds.kind[c]][fabric.cables[c].rate];
  std::vector<std::string> usual;
  for (auto const& of_kind : counts) {
    auto const maximum = std::ranges::max_element(of_kind, {}, [](auto const& each) { return each.second; });
    usual.push_back(maximum == of_kind.end() ? "" : maximum->first);
  }
  return usual;
}

CableRates cable_rates(Fabric const& fabric, FabricNumbers const& numbers) {
  auto const kinds = cable_kinds(fabric, numbers);
  auto const usual = modal_rates(fabric, kinds);
  CableRates rates;
  for (std::size_t c = 0; c < fabric.cables.size(); ++c) {
    auto const stated = to_gbits(fabric.cables[c].rate);
    rates.gbits.push_back(stated ? *stated : to_gbits(usual[kinds.kind[c]]).value_or(0));
  }
  for (auto const link : numbers.links()) rates.without_rate += !to_gbits(fabric.cables[link].rate);
  rates.unit = unit_of(rates, numbers);
  return rates;
}

}  // namespace weft::fabric

namespace weft {
namespace {

/// Returns the position of the blank in `NAME ADAPTER`, or npos if the text does not consist of two words.
std::size_t end_of_name(std::string_view description) {
  auto const blank = description.find_first_of(" \t");
  if (blank == 0 || blank == std::string_view::npos || blank + 1 == description.size() ||
      description.find_first_of(" \t", blank + 1) != std::string_view::npos)
    return std::string_view::npos;
  return blank;
}

}  // namespace

std::vector<std::uint32_t> device_hosts(Fabric const& fabric) {
  std::vector<std::uint32_t> host(fabric.devices.size());
  std::iota(host.begin(), host.end(), 0u);
  std::unordered_map<std::string_view, std::uint32_t> first_of_name;
  std::unordered_set<std::string_view> descriptions;
  for (std::uint32_t d = 0; d < fabric.devices.size(); ++d) {
    auto const& device = fabric.devices[d];
    std::string_view const description = device.description;
    auto const end = end_of_name(description);
    if (device.kind != DeviceKind::adapter || end == std::string_view::npos ||
        !descriptions.insert(description).second)
      continue;
    host[d] = first_of_name.emplace(description.substr(0, end), d).first->second;
  }
  return host;
}

namespace {

enum class Form : std::uint8_t { topology_file, ports_report, subnet_list };

/// Outputs of other tools, recognized by the beginning of the first line.
struct OtherText {
  std::string_view begin, meaning, use;
};
constexpr std::string_view as_tables = "pass it to `--routing forwarding:path=..`";
constexpr std::array other_texts{
    OtherText{"Unicast lids", "a forwarding table", as_tables},
    OtherText{"dump_ucast_routes:", "a forwarding table", as_tables},
    OtherText{"osm_ucast_mgr_dump_ucast_routes:", "a forwarding table", as_tables},
    OtherText{"__osm_ucast_mgr_dump_ucast_routes:", "a forwarding table", as_tables},
    OtherText{"Switch 0x", "an SL2VL table", as_tables},
    OtherText{"Channel Adapter 0x", "a list of path records", as_tables},
    OtherText{"CA:", "the output of iblinkinfo", "print the fabric with ibnetdiscover"},
    OtherText{"Switch:", "the output of iblinkinfo", "print the fabric with ibnetdiscover"},
    OtherText{"SwitchName", "a topology.conf of Slurm", "use format=slurm"},
};

Form form_of(std::string_view text, std::string_view file) {
  LineReader reader(text, file, {.shape = {}, .comments = ""});
  while (reader.next_full_line()) {
    LineCursor line(reader);
    if (line.rest().starts_with('#')) continue;
    for (auto const& other : other_texts)
      if (line.rest().starts_with(other.begin))
        throw InputError(fmt::format("the file is {}, not a topology file", other.meaning), "",
                         std::string(other.use),
                         fmt::format("{}:{}:{}", file, line.place().line, line.place().column));
    if (line.rest().starts_with("{ ")) return Form::subnet_list;
    if (line.rest().starts_with("DR path slid")) return Form::ports_report;
    if (auto ahead = line; accept_kind(ahead, &DeviceNames::ports_report)) return Form::ports_report;
    return Form::topology_file;
  }
  return Form::topology_file;
}

}  // namespace

Fabric parse_fabric(std::string_view text, std::string_view file) {
  switch (form_of(text, file)) {
    case Form::ports_report: return parse_ports_report(text, file);
    case Form::subnet_list: return parse_subnet_list(text, file);
    case Form::topology_file: break;
  }
  return parse_topology_file(text, file);
}

Fabric read_fabric(std::filesystem::path const& path) { return parse_fabric(read_file(path), path.string()); }

}  // namespace weft
