// SPDX-License-Identifier: Apache-2.0
#include "weft/io/slurm/switch_levels.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace weft {
namespace {

using Levels = std::vector<std::uint32_t>;

/// Degrees of the switches after the removal of switches from which no host is reachable; the removed ones
/// have degree 0.
class LeadingSwitches {
 public:
  explicit LeadingSwitches(SwitchGraph const& graph)
      : degree(graph.neighbors.size()), leads(degree.size(), true) {
    Levels dropped;
    auto const drop = [&](std::uint32_t s) {
      leads[s] = false;
      dropped.push_back(s);
    };
    for (std::uint32_t s = 0; s < degree.size(); ++s)
      degree[s] = static_cast<std::uint32_t>(graph.neighbors[s].size());
    for (std::uint32_t s = 0; s < degree.size(); ++s)
      if (!graph.has_hosts[s] && degree[s] <= 1) drop(s);
    while (!dropped.empty()) {
      auto const last = dropped.back();
      dropped.pop_back();
      for (auto const n : graph.neighbors[last])
        if (leads[n] && --degree[n] <= 1 && !graph.has_hosts[n]) drop(n);
    }
  }

  std::vector<std::uint32_t> degree;
  std::vector<bool> leads;
};

/// Returns the heights in a tree with the switches with hosts as leaves; nullopt for other graphs.
std::optional<Levels> heights(SwitchGraph const& graph, LeadingSwitches at) {
  Levels level(at.degree.size(), no_level), front, last;
  std::uint64_t ends = 0, switches = 0;
  for (std::uint32_t s = 0; s < level.size(); ++s) {
    if (!at.leads[s]) continue;
    ++switches;
    ends += at.degree[s];
    if (at.degree[s] <= 1) front.push_back(s);
  }
  if (ends != 2 * (switches - 1)) return {};
  std::uint64_t reached = 0;
  for (std::uint32_t height = 0; !front.empty(); ++height) {
    for (auto const s : front) level[s] = height;
    reached += front.size();
    Levels next;
    for (auto const s : front)
      for (auto const n : graph.neighbors[s])
        if (at.leads[n] && level[n] == no_level && --at.degree[n] == 1) next.push_back(n);
    last = std::exchange(front, std::move(next));
  }
  if (reached != switches) return {};
  if (last.size() == 2) ++level[std::ranges::max(last)];  // the later of two central switches is the root
  return level;
}

/// Returns the distances from the nearest host; nullopt if neighbors have equal distances.
std::optional<Levels> distances(SwitchGraph const& graph, LeadingSwitches const& at) {
  Levels level(at.degree.size(), no_level), queue;
  for (std::uint32_t s = 0; s < level.size(); ++s)
    if (graph.has_hosts[s]) {
      level[s] = 0;
      queue.push_back(s);
    }
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (auto const n : graph.neighbors[queue[i]]) {
      if (!at.leads[n] || level[n] < level[queue[i]]) continue;
      if (level[n] == level[queue[i]]) return {};
      if (level[n] != no_level) continue;
      level[n] = level[queue[i]] + 1;
      queue.push_back(n);
    }
  return level;
}

/// Returns whether a switch reaches all switches with hosts downward.
bool has_root(SwitchGraph const& graph, Levels const& level) {
  auto const hosts = static_cast<std::uint64_t>(std::ranges::count(graph.has_hosts, true));
  Levels order(level.size()), seen(level.size(), no_level);
  std::iota(order.begin(), order.end(), 0);
  std::erase_if(order, [&](auto s) { return level[s] == no_level; });
  std::ranges::stable_sort(order, std::greater(), [&](auto s) { return level[s]; });
  return std::ranges::any_of(order, [&](auto root) {
    Levels queue{root};
    seen[root] = root;
    std::uint64_t reached = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      reached += graph.has_hosts[queue[i]];
      for (auto const n : graph.neighbors[queue[i]])
        if (level[n] < level[queue[i]] && seen[n] != root) {
          seen[n] = root;
          queue.push_back(n);
        }
    }
    return reached == hosts;
  });
}

}  // namespace

std::optional<Levels> switch_levels(SwitchGraph const& graph) {
  LeadingSwitches const at(graph);
  auto levels = heights(graph, at);
  if (!levels) levels = distances(graph, at);
  if (!levels) return {};
  for (std::uint32_t s = 0; s < levels->size(); ++s)
    if (graph.has_hosts[s] && (*levels)[s] != 0) return {};
  if (!has_root(graph, *levels)) return {};
  return levels;
}

}  // namespace weft
