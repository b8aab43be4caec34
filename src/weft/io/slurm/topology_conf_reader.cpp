#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/slurm/hostlist.hpp"
#include "weft/io/slurm/topology_conf.hpp"

namespace weft {
namespace {

using Place = LineReader::Place;

struct NamedPlace {
  std::string name;
  Place place;
};

/// A line of the file: a switch, and the nodes or the switches below it.
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
      throw InputError("no switches", "not a topology.conf of Slurm?", {}, std::string(file_));
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
      fail(line.place, fmt::format("a second switch '{}'", line.name));
    auto [nodes, below, speed, level] = other_settings();
    if (level) check_number(*level);
    if (level && below) nodes.reset();  // scontrol lists those of all switches below
    if (nodes && below)
      fail(lines_.place(std::max(nodes->key_at, below->key_at)),
           fmt::format("switch '{}' with Nodes and Switches", line.name), "Slurm takes one of them");
    if (!nodes && !below) fail(line.place, fmt::format("switch '{}' without Nodes and Switches", line.name));
    if (speed) check_number(*speed);
    if (nodes) read_nodes(*nodes, line);
    if (below) read_switches(*below, line);
    switches_.push_back(std::move(line));
  }

  /// The settings of the line after its first, in the order of `keys`.
  std::array<std::optional<ConfigurationSetting>, 4> other_settings() {
    std::array<std::optional<ConfigurationSetting>, 4> given;
    while (auto const setting = lines_.setting()) {
      auto const place = lines_.place(setting->key_at);
      auto const key = std::ranges::find_if(keys, [&](auto each) { return is_key(setting->key, each); });
      if (key == keys.end())
        fail(place, fmt::format("unexpected '{}'", shown(setting->key)),
             "must be Nodes, Switches or LinkSpeed");
      auto& known = given[static_cast<std::size_t>(key - keys.begin())];
      if (known) fail(place, fmt::format("{} a second time", *key));
      known = setting;
    }
    return given;
  }

  void check_begin(ConfigurationSetting const& first) const {
    auto const place = lines_.place(first.key_at);
    for (auto const* block : {"BlockName", "BlockSizes"})
      if (is_key(first.key, block))
        fail(place, fmt::format("{} of the plugin topology/block", block), "only topology/tree is read");
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
      if (++num_names_ > most_names) fail(place(at), fmt::format("more than {} names", most_names));
      take(std::move(name), place(at));
    });
  }

  void read_nodes(ConfigurationSetting const& setting, SwitchLine& line) {
    each_name(setting, [&](std::string name, Place place) {
      auto const [found, is_new] = switch_of_node_.emplace(name, switches_.size());
      if (!is_new)
        fail(place, fmt::format("node '{}' a second time", name),
             fmt::format("it is below switch '{}'",
                         found->second == switches_.size() ? line.name : switches_[found->second].name));
      line.nodes.push_back(std::move(name));
    });
  }

  void read_switches(ConfigurationSetting const& setting, SwitchLine& line) {
    std::unordered_map<std::string, Place> seen;
    each_name(setting, [&](std::string name, Place place) {
      if (!seen.emplace(name, place).second) fail(place, fmt::format("switch '{}' a second time", name));
      if (name == line.name) fail(place, fmt::format("switch '{}' below itself", name));
      line.switches.push_back({std::move(name), place});
    });
  }

  void link_switches() {
    for (std::uint32_t above = 0; above < switches_.size(); ++above)
      for (auto const& [name, place] : switches_[above].switches) {
        auto const found = index_.find(name);
        if (found == index_.end()) fail(place, fmt::format("no switch '{}'", name));
        links_.emplace_back(above, static_cast<std::uint32_t>(found->second));
      }
  }

  /// Takes away switches that no other one stands above; those that remain are in cycles or below them.
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
    fail(switches_[at].place, fmt::format("switch '{}' stands above itself", switches_[at].name));
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

  static constexpr std::size_t most_names = std::size_t{1} << 20;
  static constexpr std::array<std::string_view, 4> keys{"Nodes", "Switches", "LinkSpeed", "Level"};

  std::string_view file_;
  ConfigurationLines lines_;
  std::vector<SwitchLine> switches_;
  std::unordered_map<std::string, std::size_t> index_, switch_of_node_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> links_;  // from a switch to one below it
  std::size_t num_names_ = 0;
};

}  // namespace

Fabric parse_topology_conf(std::string_view text, std::string_view file) {
  return TopologyConfReader(text, file).read();
}

}  // namespace weft
