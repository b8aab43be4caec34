// SPDX-License-Identifier: Apache-2.0
#include "weft/io/fabric/qos_policy.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "weft/core/interrupt.hpp"
#include "weft/io/fabric/service_levels.hpp"
#include "weft/io/line_reader.hpp"
#include "weft/io/text_sink.hpp"

namespace weft {
namespace {

/// A block of a policy, from `name` to `end-name`.
struct Block {
  std::string_view name, parent;
  std::array<std::string_view, 3> keys = {};  ///< keys of its settings
};
constexpr std::array blocks{
    Block{"port-groups", ""},
    Block{"port-group", "port-groups", {"name", "port-guid"}},
    Block{"qos-levels", ""},
    Block{"qos-level", "qos-levels", {"name", "sl"}},
    Block{"qos-match-rules", ""},
    Block{"qos-match-rule", "qos-match-rules", {"source", "destination", "qos-level-name"}}};

class PolicyReader {
 public:
  PolicyReader(std::string_view text, std::string_view file)
      : reader_(text, file, {.shape = {}, .comments = ""}) {
    while (reader_.next_full_line()) read_line();
    if (!open_.empty()) reader_.fail(fmt::format("the file ends before end-{}", open_.back()->name));
    std::ranges::sort(ports_);
    ports_.erase(std::unique(ports_.begin(), ports_.end()), ports_.end());
  }

  /// Applies the rules in reverse order, since the first rule that matches counts.
  void apply(LidOfPort const& lid_of, ServiceLevels& levels) const {
    set(ports_, ports_, default_level_, lid_of, levels);
    for (auto rule = rules_.rbegin(); rule != rules_.rend(); ++rule)
      set(ports_of(rule->sources), ports_of(rule->destinations), *rule->level, lid_of, levels);
  }

 private:
  using Guids = std::vector<std::uint64_t>;
  using Groups = std::vector<std::uint32_t>;  // indices into members_, distinct
  struct Rule {
    std::optional<Groups> sources, destinations;  ///< nullopt: all ports
    std::optional<std::uint8_t> level;
  };

  static void set(Guids const& sources, Guids const& destinations, std::uint8_t level,
                  LidOfPort const& lid_of, ServiceLevels& levels) {
    std::vector<std::uint16_t> lids;
    for (auto const guid : destinations)
      if (auto const lid = lid_of(guid); lid != 0) lids.push_back(lid);
    for (auto const source : sources) {
      throw_if_interrupted();
      for (auto const lid : lids) levels.set(source, lid, level);
    }
  }

  Guids ports_of(std::optional<Groups> const& groups) const {
    if (!groups) return ports_;
    Guids ports;
    for (auto const group : *groups)
      ports.insert(ports.end(), members_[group].begin(), members_[group].end());
    return ports;
  }

  void read_line() {
    LineCursor line(reader_);
    auto const begin = line;
    auto const text = line.rest();
    if (text.starts_with('#')) return;
    if (text.find(':') == std::string_view::npos) return read_bracket(line);
    auto const key = line.until(":", {});
    line.skip_blanks();
    if (open_.empty() || std::ranges::find(open_.back()->keys, key) == open_.back()->keys.end())
      reject(begin);
    if (key == "name")
      name_ = line.rest();
    else if (key == "port-guid")
      read_ports(line);
    else if (key == "sl")
      level_ = static_cast<std::uint8_t>(line.number("SL", 0, num_service_levels - 1));
    else if (key == "source")
      rule_.sources = read_groups(line);
    else if (key == "destination")
      rule_.destinations = read_groups(line);
    else
      rule_.level = level_named(line);
  }

  [[noreturn]] static void reject(LineCursor const& line) {
    line.fail_unexpected("only port groups, levels, and rules with sources and destinations are supported");
  }

  void read_bracket(LineCursor const& line) {
    auto word = line.rest();
    word = word.substr(0, word.find_last_not_of(" \t\r") + 1);
    bool const ends = word.starts_with("end-");
    auto const found = std::ranges::find(blocks, ends ? word.substr(4) : word, &Block::name) - blocks.begin();
    if (static_cast<std::size_t>(found) == blocks.size()) reject(line);
    auto const* const block = &blocks.at(static_cast<std::size_t>(found));
    auto const open = open_.empty() ? std::string_view{} : open_.back()->name;
    if (open != (ends ? block->name : block->parent))
      line.fail_unexpected(open.empty() ? fmt::format("expected after {}", ends ? block->name : block->parent)
                                        : fmt::format("end-{} is missing", open));
    if (!ends) {
      open_.push_back(block);
      name_.clear();
      guids_.clear();
      level_.reset();
      rule_ = {};
      return;
    }
    open_.pop_back();
    finish(block->name, line);
  }

  void finish(std::string_view block, LineCursor const& line) {
    if (block == "port-group") {
      auto const [found, is_new] = groups_.try_emplace(name_, static_cast<std::uint32_t>(members_.size()));
      if (is_new) members_.emplace_back();
      auto& members = members_[found->second];
      members.insert(members.end(), guids_.begin(), guids_.end());
    } else if (block == "qos-level") {
      if (!level_) line.fail_unexpected("the level has no sl");
      levels_[name_] = *level_;
      if (name_ == "DEFAULT") default_level_ = *level_;
    } else if (block == "qos-match-rule") {
      if (!rule_.level) line.fail_unexpected("the rule has no qos-level-name");
      rules_.push_back(std::move(rule_));
    }
  }

  void read_ports(LineCursor& line) {
    do {
      line.skip_blanks();
      guids_.push_back(line.hex("GUID"));
      ports_.push_back(guids_.back());
      line.skip_blanks();
    } while (line.accept(","));
    if (!line.at_end()) line.fail_unexpected("GUIDs are separated by commas");
  }

  Groups read_groups(LineCursor& line) const {
    Groups named;
    do {
      line.skip_blanks();
      auto const begin = line;
      auto const name = line.rest().substr(0, line.rest().find_first_of(", \t\r"));
      auto const group = groups_.find(std::string(name));
      if (group == groups_.end()) begin.fail_unexpected("no port group has this name");
      line.accept(name);
      line.skip_blanks();
      named.push_back(group->second);
    } while (line.accept(","));
    if (!line.at_end()) line.fail_unexpected("names are separated by commas");
    std::ranges::sort(named);
    named.erase(std::unique(named.begin(), named.end()), named.end());
    return named;
  }

  std::uint8_t level_named(LineCursor& line) const {
    auto const level = levels_.find(std::string(line.rest()));
    if (level == levels_.end()) line.fail_unexpected("no level has this name");
    return level->second;
  }

  LineReader reader_;
  std::vector<Block const*> open_;  // blocks that enclose the current line
  std::string name_;
  Guids guids_;
  std::optional<std::uint8_t> level_;
  Rule rule_;
  std::unordered_map<std::string, std::uint32_t> groups_;
  std::vector<Guids> members_;
  std::unordered_map<std::string, std::uint8_t> levels_;
  Guids ports_;
  std::uint8_t default_level_ = 0;
  std::vector<Rule> rules_;
};

}  // namespace

void add_qos_policy(std::string_view text, std::string_view file, LidOfPort const& lid_of,
                    ServiceLevels& levels) {
  PolicyReader(text, file).apply(lid_of, levels);
}

namespace {

/// Groups of ports with equal service levels.
struct PortGroups {
  std::vector<std::vector<std::uint32_t>> members;
};

/// Groups ports by their service levels to all other ports. The level of a port to itself is 0; no packet
/// uses it.
template <class Level>
PortGroups group_by_levels(std::uint32_t ports, Level const& level) {
  std::map<std::string, std::size_t> found;
  PortGroups groups;
  std::string levels(ports, '\0');
  for (std::uint32_t a = 0; a < ports; ++a) {
    throw_if_interrupted();
    for (std::uint32_t b = 0; b < ports; ++b) levels[b] = a == b ? '\0' : static_cast<char>(level(a, b));
    auto const [group, is_new] = found.emplace(levels, groups.members.size());
    if (is_new) groups.members.emplace_back();
    groups.members[group->second].push_back(a);
  }
  return groups;
}

class PolicyWriter {
 public:
  PolicyWriter(std::span<std::uint64_t const> guids, LevelOfPair const& level,
               std::function<void(std::string_view)> const& take)
      : guids_(guids),
        level_(level),
        sources_(group_by_levels(size(), level)),
        destinations_(group_by_levels(size(), [&](auto a, auto b) { return level(b, a); })),
        sink_(take) {}

  void write() {
    std::vector<Destinations> rules;
    for (std::size_t source = 0; source < sources_.members.size(); ++source) {
      throw_if_interrupted();
      rules.push_back(destinations_of(source));
    }
    sink_.print("port-groups\n");
    write_groups(sources_, 's');
    write_groups(destinations_, 'd');
    sink_.print("end-port-groups\nqos-levels\nqos-level\nname: DEFAULT\nsl: 0\nend-qos-level\n");
    for (std::size_t l = 1; l < num_service_levels; ++l)
      if (std::ranges::any_of(rules, [l](auto const& lists) { return !lists[l].empty(); }))
        sink_.print("qos-level\nname: L{0}\nsl: {0}\nend-qos-level\n", l);
    sink_.print("end-qos-levels\nqos-match-rules\n");
    for (std::size_t source = 0; source < rules.size(); ++source)
      for (std::size_t l = 1; l < num_service_levels; ++l)
        if (!rules[source][l].empty())
          sink_.print(
              "qos-match-rule\nsource: s{}\ndestination: {}\nqos-level-name: L{}\nend-qos-match-rule\n",
              source, rules[source][l], l);
    sink_.print("end-qos-match-rules\n");
    sink_.finish();
  }

 private:
  using Destinations = std::array<std::string, num_service_levels>;  // by level

  std::uint32_t size() const { return static_cast<std::uint32_t>(guids_.size()); }

  void write_groups(PortGroups const& groups, char letter) {
    for (std::size_t g = 0; g < groups.members.size(); ++g) {
      sink_.print("port-group\nname: {}{}\nport-guid: ", letter, g);
      char const* separator = "";
      for (auto const port : groups.members[g])
        sink_.print("{}0x{:016x}", std::exchange(separator, ", "), guids_[port]);
      sink_.print("\nend-port-group\n");
    }
  }

  /// Returns the service level between groups; 0 for a group of one port and itself.
  std::uint8_t level(std::size_t source, std::size_t destination) const {
    for (auto const a : sources_.members[source])
      for (auto const b : destinations_.members[destination])
        if (a != b) return level_(a, b);
    return 0;
  }

  /// Returns, for each level, the groups of destinations that packets from a group of sources reach with the
  /// level.
  Destinations destinations_of(std::size_t source) const {
    Destinations lists;
    for (std::size_t d = 0; d < destinations_.members.size(); ++d)
      if (auto const found = level(source, d); found > 0)
        lists[found] += (lists[found].empty() ? "d" : ", d") + std::to_string(d);
    return lists;
  }

  std::span<std::uint64_t const> guids_;
  LevelOfPair const& level_;
  PortGroups sources_, destinations_;
  TextSink sink_;
};

}  // namespace

void write_qos_policy(std::span<std::uint64_t const> port_guids, LevelOfPair const& level,
                      std::function<void(std::string_view)> const& take) {
  PolicyWriter(port_guids, level, take).write();
}

}  // namespace weft
