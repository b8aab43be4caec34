#include "weft/engine/queue/allocations/tree.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "weft/engine/queue/allocations/groups.hpp"
#include "weft/graph/search.hpp"
#include "weft/network/file_levels.hpp"
#include "weft/network/geometry/level_geometry.hpp"

namespace weft::queue {
namespace {

/// The leaf switches below a switch, as groups of nodes; switches with the same ones are one.
struct Switch {
  std::uint32_t level;
  std::vector<std::uint32_t> leaves;
};

/// The groups of nodes below a router, ascending: those at routers that a path down reaches.
std::vector<std::uint32_t> groups_below(Network const& network, std::vector<std::uint32_t> const& level,
                                        std::vector<std::uint32_t> const& group_at, std::uint32_t top) {
  auto const below =
      breadth_first(network.num_routers(), {top}, [&](Vertex r, auto step) {
        for (std::uint16_t p = 0; p < network.degree({r}); ++p)
          if (auto const next = network.target(network.channel({r}, {p})).v; level[next] < level[r])
            step(next);
      }).order;
  std::vector<std::uint32_t> groups;
  for (auto const r : below)
    if (level[r] == 0) groups.push_back(group_at[r]);
  std::ranges::sort(groups);
  return groups;
}

/// The switches of a network from a file, in the order of switches_of().
std::vector<Switch> switches_of_file(Nodes const& nodes, std::vector<std::uint32_t> const& level) {
  auto const& network = *nodes.machine().network();
  std::vector<std::uint32_t> group_at(network.num_routers(), 0);
  for (std::uint32_t g = 0; g < nodes.num_groups(); ++g)
    group_at[nodes.router(nodes.in_group(g).front())] = g;
  std::set<std::pair<std::uint32_t, std::vector<std::uint32_t>>> found;
  for (std::uint32_t r = 0; r < level.size(); ++r)
    if (level[r] != no_level) found.emplace(level[r], groups_below(network, level, group_at, r));
  std::vector<Switch> switches;
  for (auto const& [height, leaves] : found) switches.push_back({height, leaves});
  return switches;
}

/// From the lowest level up, then by their first leaf.
std::vector<Switch> switches_of(Nodes const& nodes) {
  if (auto const& level = nodes.levels_of_file()) return switches_of_file(nodes, *level);
  auto const& levels = *nodes.machine().levels();
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> found;  // level, first leaf, leaves
  for (std::uint32_t r = 0; r < nodes.machine().num_routers(); ++r) {
    if (nodes.machine().is_node({r})) continue;
    auto const [first, count] = levels.leaves_below(r);
    found.emplace(levels.level(r), first, count);
  }
  std::vector<Switch> switches;
  for (auto const& [level, first, count] : found) {
    Switch one{level, {}};
    for (std::uint32_t g = 0; g < nodes.num_groups(); ++g) {
      auto const leaf = nodes.router(nodes.in_group(g).front());
      if (leaf - first < count) one.leaves.push_back(g);  // wraps around if it is smaller
    }
    if (!one.leaves.empty()) switches.push_back(std::move(one));
  }
  return switches;
}

class ByLevels final : public Allocation {
 public:
  explicit ByLevels(Nodes const& nodes) : switches_(switches_of(nodes)), all_(all_groups(nodes)) {}

  NodeList place(FreeNodes const& free, std::uint32_t count, std::uint64_t) const override {
    auto const* const found = lowest(free, count);
    NodeList chosen;
    append_best_fit(free, found != nullptr ? found->leaves : all_, count, chosen);
    std::ranges::sort(chosen);
    return chosen;
  }

 private:
  /// The switch below which the job runs; null if it needs several at the top.
  Switch const* lowest(FreeNodes const& free, std::uint32_t count) const {
    Switch const* best = nullptr;
    std::uint64_t fewest = 0;
    for (auto const& one : switches_) {
      if (best != nullptr && one.level > best->level) break;
      std::uint64_t below = 0;
      for (auto const leaf : one.leaves) below += free.in_group(leaf);
      if (below < count || (best != nullptr && below >= fewest)) continue;
      best = &one;
      fewest = below;
    }
    return best;
  }

  std::vector<Switch> switches_;
  std::vector<std::uint32_t> all_;
};

class ByGroups final : public Allocation {
 public:
  explicit ByGroups(Nodes const& nodes) : groups_(all_groups(nodes)) {}

  NodeList place(FreeNodes const& free, std::uint32_t count, std::uint64_t) const override {
    auto const one = best_fit(free, groups_, count);
    if (!one) return round_over_groups(free, count);
    NodeList chosen;
    free.append_from_group(*one, count, chosen);
    return chosen;
  }

 private:
  std::vector<std::uint32_t> groups_;
};

}  // namespace

std::string_view Tree::lacks(Nodes const& nodes) const {
  return params_.dragonfly || nodes.machine().is_leveled() || nodes.levels_of_file()
             ? ""
             : "levels of switches, or dragonfly=true";
}

AllocationPtr Tree::bind(AllocationContext const& context) const {
  if (params_.dragonfly) return std::make_shared<ByGroups>(*context.nodes);
  return std::make_shared<ByLevels>(*context.nodes);
}

}  // namespace weft::queue
