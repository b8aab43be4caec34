// SPDX-License-Identifier: Apache-2.0
#include "weft/io/slurm/topology_conf.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <map>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/fabric/fabric.hpp"
#include "weft/io/slurm/hostlist.hpp"
#include "weft/io/slurm/switch_levels.hpp"
#include "weft/io/text_sink.hpp"

namespace weft {
namespace {

using Place = LineReader::Place;

struct NamedPlace {
  std::string name;
  Place place;
};

/// A line of the file: a switch, and the nodes or switches below it.
struct SwitchLine {
  std::string name;
  Place place;
  std::vector<std::string> nodes;
  std::vector<NamedPlace> switches;
};

bool is_key(std::string_view key, std::string_view expected) {
  auto const lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  return std::ranges::equal(key, expected, {}, lower, lower);
}

class TopologyConfReader {
 public:
  TopologyConfReader(std::string_view text, std::string_view file) : file_(file), lines_(text, file) {}

  Fabric read() {
    while (lines_.next())
      if (auto const first = lines_.setting()) read_line(*first);
    if (switches_.empty())
      throw InputError("the file contains no switches", "is it a Slurm topology.conf?", {},
                       std::string(file_));
    link_switches();
    check_acyclic();
    return fabric();
  }

 private:
  [[noreturn]] void fail(Place place, std::string problem, std::string why = {}) const {
    lines_.reader().fail_at(place, std::move(problem), std::move(why));
  }

  void read_line(ConfigurationSetting const& first) {
    check_begin(first);
    SwitchLine line{std::string(first.value), lines_.place(first.value_at), {}, {}};
    if (!is_host_name(line.name))
      fail(line.place, fmt::format("SwitchName={}", shown(line.name)),
           "a name has at most 64 letters, digits, '-', '_' and '.'");
    if (!index_.emplace(line.name, switches_.size()).second)
      fail(line.place, fmt::format("switch '{}' is listed twice", line.name));
    auto [nodes, below, speed, level] = other_settings();
    if (level) check_number(*level);
    if (level && below) nodes.reset();  // scontrol lists the nodes of all switches below
    if (nodes && below)
      fail(lines_.place(std::max(nodes->key_at, below->key_at)),
           fmt::format("switch '{}' has Nodes and Switches", line.name), "Slurm accepts only one of the two");
    if (!nodes && !below)
      fail(line.place, fmt::format("switch '{}' has neither Nodes nor Switches", line.name));
    if (speed) check_number(*speed);
    if (nodes) read_nodes(*nodes, line);
    if (below) read_switches(*below, line);
    switches_.push_back(std::move(line));
  }

  /// Reads the settings of the line after its first, in the order of `keys`.
  std::array<std::optional<ConfigurationSetting>, 4> other_settings() {
    std::array<std::optional<ConfigurationSetting>, 4> given;
    while (auto const setting = lines_.setting()) {
      auto const place = lines_.place(setting->key_at);
      auto const key = std::ranges::find_if(keys, [&](auto each) { return is_key(setting->key, each); });
      if (key == keys.end())
        fail(place, fmt::format("unexpected '{}'", shown(setting->key)),
             "expected Nodes, Switches or LinkSpeed");
      auto& known = given[static_cast<std::size_t>(key - keys.begin())];
      if (known) fail(place, fmt::format("{} is listed twice", *key));
      known = setting;
    }
    return given;
  }

  void check_begin(ConfigurationSetting const& first) const {
    auto const place = lines_.place(first.key_at);
    for (auto const* block : {"BlockName", "BlockSizes"})
      if (is_key(first.key, block))
        fail(place, fmt::format("{} belongs to the plugin topology/block", block),
             "only the plugin topology/tree is supported");
    if (!is_key(first.key, "SwitchName"))
      fail(place, fmt::format("unexpected '{}'", shown(first.key)), "a line begins with SwitchName=");
  }

  void check_number(ConfigurationSetting const& setting) const {
    std::uint32_t number = 0;
    auto const* const last = setting.value.data() + setting.value.size();
    auto const [end, error] = std::from_chars(setting.value.data(), last, number);
    if (error != std::errc{} || end != last)
      fail(lines_.place(setting.value_at), fmt::format("{}={}", shown(setting.key), shown(setting.value)),
           "must be a whole number of at most 32 bits");
  }

  template <class Take>
  void each_name(ConfigurationSetting const& setting, Take const& take) {
    auto const place = [&](std::size_t at) { return lines_.place(setting.value_at + at); };
    auto const text = [&](std::size_t at) {
      return fmt::format("{}:{}:{}", file_, place(at).line, place(at).column);
    };
    expand_hostlist(setting.value, text, [&](std::string name, std::size_t at) {
      if (++num_names_ > max_names)
        fail(place(at), fmt::format("the file has more than {} names", max_names));
      take(std::move(name), place(at));
    });
  }

  void read_nodes(ConfigurationSetting const& setting, SwitchLine& line) {
    each_name(setting, [&](std::string name, Place place) {
      auto const [found, is_new] = switch_of_node_.emplace(name, switches_.size());
      if (!is_new)
        fail(place, fmt::format("node '{}' is listed twice", name),
             fmt::format("the node is below switch '{}'",
                         found->second == switches_.size() ? line.name : switches_[found->second].name));
      line.nodes.push_back(std::move(name));
    });
  }

  void read_switches(ConfigurationSetting const& setting, SwitchLine& line) {
    std::unordered_map<std::string, Place> seen;
    each_name(setting, [&](std::string name, Place place) {
      if (!seen.emplace(name, place).second) fail(place, fmt::format("switch '{}' is listed twice", name));
      if (name == line.name) fail(place, fmt::format("switch '{}' is below itself", name));
      line.switches.push_back({std::move(name), place});
    });
  }

  void link_switches() {
    for (std::uint32_t above = 0; above < switches_.size(); ++above)
      for (auto const& [name, place] : switches_[above].switches) {
        auto const found = index_.find(name);
        if (found == index_.end()) fail(place, fmt::format("switch '{}' is not listed", name));
        links_.emplace_back(above, static_cast<std::uint32_t>(found->second));
      }
  }

  /// Throws InputError for cycles. Removes, repeatedly, switches that are below no other switch; the
  /// remaining ones are in cycles or below cycles.
  void check_acyclic() const {
    std::vector<std::uint32_t> above(switches_.size(), 0);
    std::vector<std::vector<std::uint32_t>> below(switches_.size());
    for (auto const& [high, low] : links_) {
      ++above[low];
      below[high].push_back(low);
    }
    std::vector<std::uint32_t> free;
    for (std::uint32_t s = 0; s < switches_.size(); ++s)
      if (above[s] == 0) free.push_back(s);
    for (std::size_t i = 0; i < free.size(); ++i)
      for (auto const low : below[free[i]])
        if (--above[low] == 0) free.push_back(low);
    if (free.size() == switches_.size()) return;
    std::vector<std::uint32_t> next(switches_.size());
    std::uint32_t at = 0;
    for (auto const& [high, low] : links_)
      if (above[high] > 0) {
        next[low] = high;
        at = low;
      }
    for (std::size_t i = 0; i < switches_.size(); ++i) at = next[at];  // upward, into a cycle
    fail(switches_[at].place, fmt::format("switch '{}' is above itself", switches_[at].name));
  }

  Fabric fabric() const {
    Fabric result;
    auto const num_switches = static_cast<std::uint32_t>(switches_.size());
    for (std::uint32_t s = 0; s < num_switches; ++s)
      result.devices.push_back(numbered_switch(s, switches_[s].name, 0));
    for (auto [a, b] : links_) {
      if (a > b) std::swap(a, b);
      auto const port = [&](std::uint32_t s) {
        return FabricPort{.device = s, .port = ++result.devices[s].ports};
      };
      auto const near = port(a);
      result.cables.push_back({near, port(b)});
    }
    for (std::uint32_t s = 0; s < num_switches; ++s)
      for (auto const& node : switches_[s].nodes) {
        auto const device = static_cast<std::uint32_t>(result.devices.size());
        result.devices.push_back(numbered_adapter(device - num_switches, node));
        result.cables.push_back({{.device = s, .port = ++result.devices[s].ports},
                                 {.device = device, .port = 1, .guid = result.devices[device].guid + 1}});
      }
    std::ranges::sort(result.cables, {},
                      [](Cable const& cable) { return std::pair(cable.a.device, cable.a.port); });
    return result;
  }

  static constexpr std::size_t max_names = std::size_t{1} << 20;
  static constexpr std::array<std::string_view, 4> keys{"Nodes", "Switches", "LinkSpeed", "Level"};

  std::string_view file_;
  ConfigurationLines lines_;
  std::vector<SwitchLine> switches_;
  std::unordered_map<std::string, std::size_t> index_, switch_of_node_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> links_;  // from a switch to a switch below it
  std::size_t num_names_ = 0;
};

}  // namespace

Fabric parse_topology_conf(std::string_view text, std::string_view file) {
  return TopologyConfReader(text, file).read();
}

namespace {

/// Returns the first word of the description if it is a valid name, else the letter and the GUID, else the
/// name in a netlist.
std::string slurm_name(Device const& device, char letter) {
  auto const word = std::string_view(device.description).substr(0, device.description.find_first_of(" \t"));
  if (is_host_name(word)) return std::string(word);
  if (device.guid != 0) return fmt::format("{}{:x}", letter, device.guid);
  if (is_host_name(device.id)) return device.id;
  throw InputError(fmt::format("device '{}' cannot be written to a topology.conf", shown(device.title())),
                   "Slurm does not accept the name");
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
    if (with_hosts == 0)
      throw InputError("the network has no hosts", "a topology.conf lists the nodes of switches");
    for (std::uint32_t s = 0; s < num_switches(); ++s)
      if (!nodes_[s].empty()) out.print("SwitchName={} Nodes={}\n", names_[s], to_hostlist(nodes_[s]));
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
    notes.emplace_back(
        "the switches are not a tree of levels; the file contains one switch above the switches with hosts");
    return notes;
  }

 private:
  std::uint32_t num_switches() const { return static_cast<std::uint32_t>(numbers_.devices().size()); }

  void find_nodes() {
    struct Owner {
      std::uint32_t device, router;
    };
    auto const host_of = device_hosts(fabric_);
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
          throw InputError(fmt::format("two hosts are named '{}'", name),
                           fmt::format("'{}' and '{}'", shown(fabric_.devices[other].id), shown(device.id)),
                           "Slurm requires distinct names; Weft uses the first word of the description");
        if (at != r) note_second_switch(name, at, r);
        if (is_new) nodes_[r].push_back(std::move(name));
      }
  }

  /// Records a node on two switches. A topology.conf is a tree: the node is on the switch of its first
  /// adapter.
  void note_second_switch(std::string const& node, std::uint32_t first, std::uint32_t second) {
    has_second_adapters_[second] = true;
    if (first_on_two_.empty())
      first_on_two_ =
          fmt::format("node '{}' is on switches '{}' and '{}'", node, title_of(first), title_of(second));
  }
  std::string const& title_of(std::uint32_t router) const {
    return fabric_.devices[numbers_.devices()[router]].title();
  }
  /// Returns whether all nodes of a switch are on other switches in the file.
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
      throw InputError(fmt::format("two switches are named '{}'", shown(*twin)),
                       "Slurm requires distinct names");
  }

  void link_switches() {
    graph_.neighbors.resize(num_switches());
    for (auto const c : numbers_.links()) {
      auto const a = numbers_.router(fabric_.cables[c].a.device);
      auto const b = numbers_.router(fabric_.cables[c].b.device);
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
      out.print("SwitchName={} Switches={}\n", names_[s], to_hostlist(names));
    }
  }

  void write_one_above(TextSink& out) const {
    std::vector<std::string> below;
    for (std::uint32_t s = 0; s < num_switches(); ++s)
      if (!nodes_[s].empty()) below.push_back(names_[s]);
    std::string name = "fabric";
    while (std::ranges::find(below, name) != below.end()) name += '_';
    out.print("SwitchName={} Switches={}\n", name, to_hostlist(below));
  }

  Fabric const& fabric_;
  FabricNumbers numbers_;
  std::vector<std::vector<std::string>> nodes_;  // nodes of each switch, in the order of its ports
  std::vector<bool> has_second_adapters_;        // for each switch
  std::string first_on_two_;                     // a sentence; empty if every node is on one switch
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
