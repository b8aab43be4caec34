#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "weft/core/interrupt.hpp"
#include "weft/io/fabric/qos_policy.hpp"
#include "weft/io/fabric/service_levels.hpp"
#include "weft/io/text_sink.hpp"

namespace weft {
namespace {

/// Ports that are alike.
struct PortGroups {
  std::vector<std::vector<std::uint32_t>> members;
};

/// Groups ports by their levels toward all others. The level of a port with itself, which no packet has, is
/// 0.
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

  /// The level between groups; that of a group of one port with itself is 0.
  std::uint8_t level(std::size_t source, std::size_t destination) const {
    for (auto const a : sources_.members[source])
      for (auto const b : destinations_.members[destination])
        if (a != b) return level_(a, b);
    return 0;
  }

  /// The groups of destinations that packets from a group of sources reach with each level.
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
