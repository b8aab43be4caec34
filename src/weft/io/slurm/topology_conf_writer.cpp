#include <algorithm>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/fabric/fabric.hpp"
#include "weft/io/slurm/hostlist.hpp"
#include "weft/io/slurm/switch_levels.hpp"
#include "weft/io/slurm/topology_conf.hpp"
#include "weft/io/text_sink.hpp"

namespace weft {
namespace {

/// The first word of the description if it is a name, else the letter and the GUID, else the name in a
/// netlist.
std::string slurm_name(Device const& device, char letter) {
  auto const word = std::string_view(device.description).substr(0, device.description.find_first_of(" \t"));
  if (is_host_name(word)) return std::string(word);
  if (device.guid != 0) return fmt::format("{}{:x}", letter, device.guid);
  if (is_host_name(device.id)) return device.id;
  throw InputError(fmt::format("device '{}' in a topology.conf", shown(device.title())),
                   "it has no name that Slurm takes");
}

class TopologyConfWriter {
 public:
  explicit TopologyConfWriter(Fabric const& fabric)
      : fabric_(fabric),
        numbers_(fabric),
        nodes_(num_switches()),
        has_second_adapters_(num_switches(), false) {
    find_nodes();
    name_switches();
    link_switches();
  }

  std::vector<std::string> write(TextSink& out) const {
    auto const with_hosts = static_cast<std::size_t>(std::ranges::count(graph_.has_hosts, true));
    if (with_hosts == 0) throw InputError("no hosts", "a topology.conf names the nodes of switches");
    for (std::uint32_t s = 0; s < num_switches(); ++s)
      if (!nodes_[s].empty()) out.print("SwitchName={} Nodes={}\n", names_[s], hostlist_of(nodes_[s]));
    std::vector<std::string> notes;
    if (!first_on_two_.empty())
      notes.push_back(first_on_two_ +
                      "; topology.conf is a tree: nodes are on the switch of their first adapter");
    if (with_hosts == 1) return notes;
    if (auto const levels = switch_levels(graph_)) {
      write_levels(*levels, out);
      return notes;
    }
    write_one_above(out);
    notes.emplace_back("the switches are not a tree of levels; one switch stands above those with hosts");
    return notes;
  }

 private:
  std::uint32_t num_switches() const { return static_cast<std::uint32_t>(numbers_.devices().size()); }

  void find_nodes() {
    struct Owner {
      std::uint32_t device, router;
    };
    auto const host_of = hosts_of_devices(fabric_);
    std::unordered_map<std::string, Owner> owners;
    for (std::uint32_t r = 0; r < num_switches(); ++r)
      for (std::uint32_t p = 1; p <= numbers_.num_ports(r); ++p) {
        auto const& use = numbers_.use(r, p);
        if (use.kind != PortUse::Kind::terminal) continue;
        auto const index = host_of[numbers_.terminals()[use.index].device];
        auto const& device = fabric_.devices[index];
        if (device.kind != DeviceKind::adapter) continue;
        auto name = slurm_name(device, 'h');
        auto const [found, is_new] = owners.emplace(name, Owner{index, r});
        auto const [other, at] = found->second;
        if (other != index)
          throw InputError(fmt::format("two hosts named '{}'", name),
                           fmt::format("'{}' and '{}'", shown(fabric_.devices[other].id), shown(device.id)),
                           "Slurm needs a name for each; the first word of the description is taken");
        if (at != r) note_second_switch(name, at, r);
        if (is_new) nodes_[r].push_back(std::move(name));
      }
  }

  /// Notes that a node is on two switches. In a topology.conf, a tree, it is on that of its first adapter.
  void note_second_switch(std::string const& node, std::uint32_t first, std::uint32_t second) {
    has_second_adapters_[second] = true;
    if (first_on_two_.empty())
      first_on_two_ =
          fmt::format("node '{}' is on switches '{}' and '{}'", node, title_of(first), title_of(second));
  }
  std::string const& title_of(std::uint32_t router) const {
    return fabric_.devices[numbers_.devices()[router]].title();
  }
  /// Whether all nodes of a switch are on other switches in the file.
  bool is_left_out(std::uint32_t s) const { return has_second_adapters_[s] && nodes_[s].empty(); }

  void name_switches() {
    std::map<std::string, std::uint32_t> uses;
    for (auto const d : numbers_.devices()) ++uses[names_.emplace_back(slurm_name(fabric_.devices[d], 's'))];
    for (std::uint32_t s = 0; s < num_switches(); ++s) {
      auto const& device = fabric_.devices[numbers_.devices()[s]];
      if (uses[names_[s]] > 1 && device.guid != 0) names_[s] = fmt::format("s{:x}", device.guid);
    }
    auto sorted = names_;
    std::ranges::sort(sorted);
    if (auto const twin = std::ranges::adjacent_find(sorted); twin != sorted.end())
      throw InputError(fmt::format("two switches named '{}'", shown(*twin)), "Slurm needs a name for each");
  }

  void link_switches() {
    graph_.neighbors.resize(num_switches());
    for (auto const c : numbers_.links()) {
      auto const a = numbers_.router_of(fabric_.cables[c].a.device);
      auto const b = numbers_.router_of(fabric_.cables[c].b.device);
      if (a == b || is_left_out(a) || is_left_out(b)) continue;
      graph_.neighbors[a].push_back(b);
      graph_.neighbors[b].push_back(a);
    }
    for (auto& neighbors : graph_.neighbors) {
      std::ranges::sort(neighbors);
      auto const [first, last] = std::ranges::unique(neighbors);
      neighbors.erase(first, last);
    }
    for (auto const& nodes : nodes_) graph_.has_hosts.push_back(!nodes.empty());
  }

  void write_levels(std::vector<std::uint32_t> const& level, TextSink& out) const {
    std::vector<std::uint32_t> order;
    for (std::uint32_t s = 0; s < num_switches(); ++s)
      if (level[s] != 0 && level[s] != no_level) order.push_back(s);
    std::ranges::stable_sort(order, {}, [&](auto s) { return level[s]; });
    for (auto const s : order) {
      std::vector<std::uint32_t> below;
      for (auto const n : graph_.neighbors[s])
        if (level[n] < level[s]) below.push_back(n);
      std::ranges::stable_sort(below, {}, [&](auto n) { return level[n]; });  // the order of their lines
      std::vector<std::string> names;
      for (auto const n : below) names.push_back(names_[n]);
      out.print("SwitchName={} Switches={}\n", names_[s], hostlist_of(names));
    }
  }

  void write_one_above(TextSink& out) const {
    std::vector<std::string> below;
    for (std::uint32_t s = 0; s < num_switches(); ++s)
      if (!nodes_[s].empty()) below.push_back(names_[s]);
    std::string name = "fabric";
    while (std::ranges::find(below, name) != below.end()) name += '_';
    out.print("SwitchName={} Switches={}\n", name, hostlist_of(below));
  }

  Fabric const& fabric_;
  FabricNumbers numbers_;
  std::vector<std::vector<std::string>> nodes_;  // of each switch, in the order of its ports
  std::vector<bool> has_second_adapters_;        // of each switch
  std::string first_on_two_;                     // in words; empty: no node is on two switches
  std::vector<std::string> names_;
  SwitchGraph graph_;
};

}  // namespace

std::vector<std::string> write_topology_conf(Fabric const& fabric,
                                             std::function<void(std::string_view)> const& take) {
  TextSink out(take);
  auto notes = TopologyConfWriter(fabric).write(out);
  out.finish();
  return notes;
}

}  // namespace weft
