// SPDX-License-Identifier: Apache-2.0
#include "weft/analysis/fabric/findings.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/fabric/fabric.hpp"

namespace weft::fabric {

FabricNames::FabricNames(NumberedFabric const& numbered, Network const& network)
    : fabric_(*numbered.fabric),
      numbers_(numbered.numbers),
      ambiguous_(fabric_.devices.size(), false),
      ends_(network.num_channels()) {
  std::unordered_map<std::string, std::uint32_t> first;
  for (std::uint32_t d = 0; d < fabric_.devices.size(); ++d) {
    auto const [other, is_new] = first.emplace(fabric_.devices[d].title(), d);
    if (!is_new) ambiguous_[d] = ambiguous_[other->second] = true;
  }
  auto const channel_at = [&](FabricPort const& end) {
    auto const r = numbers_.router(end.device);
    return network.channel(RouterId{r}, {static_cast<std::uint16_t>(numbers_.use(r, end.port).index)});
  };
  for (auto const link : numbers_.links()) {
    auto const& cable = fabric_.cables[link];
    ends_[channel_at(cable.a).v] = {cable.a, cable.b};
    ends_[channel_at(cable.b).v] = {cable.b, cable.a};
  }
}

std::string FabricNames::device(std::uint32_t device) const {
  auto const& found = fabric_.devices[device];
  return shown(ambiguous_[device] ? found.id : found.title());
}

std::string FabricNames::port(FabricPort const& end) const {
  return fmt::format("{}[{}]", device(end.device), end.port);
}

namespace {

/// Returns the number of lanes of a rate such as 4xQDR, in the notation of to_gbits().
unsigned width_of(std::string const& rate) {
  unsigned width = 0;
  std::from_chars(rate.data(), rate.data() + rate.size(), width);
  return width;
}

/// Returns, as text, how `rate` falls short of `usual`; empty if it does not.
std::string rate_deficit(std::string const& rate, std::string const& usual) {
  auto const found = to_gbits(rate), expected = to_gbits(usual);
  if (!found || !expected) return {};
  bool const narrower = width_of(rate) < width_of(usual);
  bool const slower = *found / width_of(rate) < *expected / width_of(usual);
  if (narrower && slower) return "slower and narrower cable";
  return narrower ? "narrower cable" : slower ? "slower cable" : "";
}

/// The cables between two routers.
struct Bundle {
  std::uint32_t cables = 0;
  std::uint32_t kind = 0;
};
// Indexed by the pair of routers, the lower one first
using Bundles = std::map<std::pair<std::uint32_t, std::uint32_t>, Bundle>;

class Inspector {
 public:
  Inspector(NumberedFabric const& numbered, CableKinds const& kinds, FabricNames const& names)
      : fabric_(*numbered.fabric), numbers_(numbered.numbers), kinds_(kinds), names_(names) {}

  std::vector<Finding> run() {
    find_slow_cables();
    find_thin_bundles();
    find_hosts_on_spines();
    find_switches_apart();
    find_odd_end_nodes();
    return std::move(found_);
  }

 private:
  void find_slow_cables() {
    auto const usual = modal_rates(fabric_, kinds_);
    for (std::size_t c = 0; c < fabric_.cables.size(); ++c) {
      auto const& cable = fabric_.cables[c];
      auto const& expected = usual[kinds_.kind[c]];
      if (!cable.other_rate.empty())
        found_.push_back({"ends report different rates", names_.cable(cable),
                          fmt::format("one end reports {}, the other {}", cable.rate, cable.other_rate)});
      if (auto what = rate_deficit(cable.rate, expected); !what.empty())
        found_.push_back(
            {std::move(what), names_.cable(cable),
             fmt::format("{}; most cables {} are {}", cable.rate, kinds_.names[kinds_.kind[c]], expected)});
    }
  }

  Bundles bundles() const {
    Bundles bundles;
    for (auto const link : numbers_.links()) {
      auto const& cable = fabric_.cables[link];
      auto ends = std::pair(numbers_.router(cable.a.device), numbers_.router(cable.b.device));
      if (ends.second < ends.first) std::swap(ends.first, ends.second);
      auto& bundle = bundles[ends];
      ++bundle.cables;
      bundle.kind = kinds_.kind[link];
    }
    return bundles;
  }

  void find_thin_bundles() {
    auto const all = bundles();
    // By kind: number of bundles for each cable count
    std::vector<std::map<std::uint32_t, std::uint32_t>> sizes(kinds_.names.size());
    std::vector<std::uint32_t> count(kinds_.names.size(), 0);
    for (auto const& [ends, bundle] : all) {
      ++sizes[bundle.kind][bundle.cables];
      ++count[bundle.kind];
    }
    for (auto const& [ends, bundle] : all)
      for (auto const& [cables, times] : sizes[bundle.kind])
        if (2 * times > count[bundle.kind] && bundle.cables < cables)
          found_.push_back({"thin bundle", names_.router(ends.first) + " - " + names_.router(ends.second),
                            fmt::format("{} of {} cables; {} of {} bundles {} have {}", bundle.cables, cables,
                                        times, count[bundle.kind], kinds_.names[bundle.kind], cables)});
    find_missing_bundles(all);
  }

  /// Adds the leaf-spine pairs without a cable if most leaves are cabled to most spines.
  void find_missing_bundles(Bundles const& all) {
    std::vector<std::uint32_t> leaves, spines;
    for (std::uint32_t r = 0; r < kinds_.level.size(); ++r)
      if (kinds_.level[r] <= 1) (kinds_.level[r] == 0 ? leaves : spines).push_back(r);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> missing;
    for (auto const leaf : leaves)
      for (auto const spine : spines)
        if (!all.contains(std::minmax(leaf, spine))) missing.emplace_back(leaf, spine);
    auto const pairs = leaves.size() * spines.size();
    if (4 * missing.size() > pairs) return;
    for (auto const& [leaf, spine] : missing)
      found_.push_back({"missing bundle", names_.router(leaf) + " - " + names_.router(spine),
                        fmt::format("no cable; {} of {} pairs of leaf and spine have one",
                                    pairs - missing.size(), pairs)});
  }

  void find_hosts_on_spines() {
    for (std::uint32_t r = 0; r < kinds_.level.size(); ++r)
      if (kinds_.hosts[r] > 0 && kinds_.level[r] != 0)
        found_.push_back({"hosts on a spine", names_.router(r),
                          fmt::format("{} terminal{}; few compared with other switches that have hosts",
                                      kinds_.hosts[r], kinds_.hosts[r] == 1 ? "" : "s")});
  }

  void find_switches_apart() {
    for (std::uint32_t r = 0; r < kinds_.level.size(); ++r)
      if (kinds_.level[r] == CableKinds::apart)
        found_.push_back({"isolated switch", names_.router(r), "no cables connect it to a host"});
  }

  void find_odd_end_nodes() {
    std::vector<std::uint32_t> terminals(fabric_.devices.size(), 0), cables(fabric_.devices.size(), 0);
    for (auto const& end : numbers_.terminals()) ++terminals[end.device];
    for (auto const& cable : fabric_.cables)
      for (auto const& end : {cable.a, cable.b}) ++cables[end.device];
    for (std::uint32_t d = 0; d < fabric_.devices.size(); ++d) {
      auto const& device = fabric_.devices[d];
      if (device.kind == DeviceKind::fabric_switch) continue;
      if (terminals[d] > 1)
        found_.push_back({"host with several ports", names_.device(d),
                          fmt::format("{} ports are connected to switches: it counts as {} terminals",
                                      terminals[d], terminals[d])});
      if (cables[d] == 0)
        found_.push_back({"device without a cable", names_.device(d), "none of its ports has a cable"});
      else if (terminals[d] == 0 && !device.is_aggregation_node())
        found_.push_back({"host without a switch", names_.device(d),
                          "its cables are not connected to a "
                          "switch"});
    }
  }

  Fabric const& fabric_;
  FabricNumbers const& numbers_;
  CableKinds const& kinds_;
  FabricNames const& names_;
  std::vector<Finding> found_;
};

}  // namespace

std::vector<Finding> findings(NumberedFabric const& fabric, CableKinds const& kinds,
                              FabricNames const& names) {
  return Inspector(fabric, kinds, names).run();
}

std::vector<Finding> idle_cables(FabricNames const& names, Network const& network,
                                 std::span<std::uint64_t const> load) {
  std::vector<Finding> found;
  for (std::uint32_t c = 0; c < network.num_channels(); ++c) {
    auto const back = network.reverse({c});
    bool const idle_back = load[back.v] == 0;
    if (load[c] != 0 || network.channel_failed({c}) || (idle_back && back.v < c)) continue;
    auto const& [from, to] = names.ends({c});
    if (idle_back)
      found.push_back({"idle cable", names.port(from) + " - " + names.port(to), "no route uses it"});
    else
      found.push_back({"cable idle in one direction", names.channel({c}),
                       "no route uses it in this "
                       "direction"});
  }
  return found;
}

std::string format_findings(std::vector<Finding> const& findings) {
  if (findings.empty()) return "no findings";
  std::vector<std::string> kinds;
  for (auto const& finding : findings)
    if (std::ranges::find(kinds, finding.what) == kinds.end()) kinds.push_back(finding.what);
  return fmt::format("{} finding{} ({})", findings.size(), findings.size() == 1 ? "" : "s",
                     fmt::join(kinds, ", "));
}

}  // namespace weft::fabric
