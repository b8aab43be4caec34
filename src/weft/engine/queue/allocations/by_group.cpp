// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/queue/allocations/by_group.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include "weft/engine/queue/allocations/make.hpp"
#include "weft/graph/search.hpp"
#include "weft/network/file_levels.hpp"
#include "weft/network/geometry/level_geometry.hpp"

namespace weft::queue {
namespace {

/// Returns `count` free nodes, one from each group in rotation.
NodeList round_over_groups(FreeNodes const& free, std::uint32_t count) {
  auto const& nodes = free.nodes();
  std::vector<std::uint32_t> from(nodes.num_groups(), 0);
  std::uint32_t left = count;
  while (left > 0)
    for (std::uint32_t g = 0; g < nodes.num_groups() && left > 0; ++g)
      if (from[g] < free.in_group(g)) {
        ++from[g];
        --left;
      }
  NodeList chosen;
  for (std::uint32_t g = 0; g < nodes.num_groups(); ++g) free.append_from_group(g, from[g], chosen);
  std::ranges::sort(chosen);
  return chosen;
}

/// Returns the first of `groups` with the minimum number of free nodes that is at least `count`; nullopt if
/// no group has `count` free nodes.
std::optional<std::uint32_t> best_fit(FreeNodes const& free, std::span<std::uint32_t const> groups,
                                      std::uint32_t count) {
  std::optional<std::uint32_t> best;
  for (auto const g : groups)
    if (free.in_group(g) >= count && (!best || free.in_group(g) < free.in_group(*best))) best = g;
  return best;
}

/// Appends `count` free nodes of `groups`, unsorted: repeatedly the best fit for the rest, or, if no group
/// suffices, all free nodes of the group with the most. The groups must have `count` free nodes.
void append_best_fit(FreeNodes const& free, std::span<std::uint32_t const> groups, std::uint32_t count,
                     NodeList& out) {
  std::vector<std::uint32_t> by_size;
  for (auto const g : groups)
    if (free.in_group(g) > 0) by_size.push_back(g);
  std::ranges::stable_sort(by_size, std::greater{}, [&](std::uint32_t g) { return free.in_group(g); });
  auto largest = by_size.begin();
  for (; count > 0 && free.in_group(*largest) < count; ++largest) {
    free.append_from_group(*largest, free.in_group(*largest), out);
    count -= free.in_group(*largest);
  }
  if (count > 0) free.append_from_group(*best_fit(free, {largest, by_size.end()}, count), count, out);
}

/// Returns all groups of a machine.
std::vector<std::uint32_t> all_groups(Nodes const& nodes) {
  std::vector<std::uint32_t> groups(nodes.num_groups());
  std::iota(groups.begin(), groups.end(), 0u);
  return groups;
}

class BoundPerGroup final : public Allocation {
 public:
  explicit BoundPerGroup(Nodes const& nodes) : groups_(all_groups(nodes)) {}

  NodeList place(FreeNodes const& free, std::uint32_t count, std::uint64_t) const override {
    NodeList chosen;
    chosen.reserve(count);
    if (auto const one = best_fit(free, groups_, count)) {
      free.append_from_group(*one, count, chosen);
      return chosen;
    }
    auto left = free;
    for (auto const g : groups_) {
      auto const all = left.nodes().in_group(g);
      if (left.in_group(g) != all.size() || chosen.size() + all.size() > count) continue;
      chosen.insert(chosen.end(), all.begin(), all.end());
      left.take(all);
    }
    append_best_fit(left, groups_, count - static_cast<std::uint32_t>(chosen.size()), chosen);
    std::ranges::sort(chosen);
    return chosen;
  }

 private:
  std::vector<std::uint32_t> groups_;
};

}  // namespace

AllocationPtr PerGroup::bind(AllocationContext const& context) const {
  return std::make_shared<BoundPerGroup>(*context.nodes);
}

namespace {

/// The leaf switches below a switch, as groups of nodes; switches of a level with equal leaves are merged.
struct Switch {
  std::uint32_t level;
  std::vector<std::uint32_t> leaves;
};

/// Returns, in ascending order, the groups of nodes at the leaf switches that are reachable from router `top`
/// over down channels.
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

/// Returns the switches of a network with levels from a file, in the order of switches_of().
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

/// Returns the switches, sorted by level, then by first leaf.
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
  /// Returns the lowest switch with `count` free nodes below it, the one with the fewest in case of a tie;
  /// null if no switch suffices.
  Switch const* lowest(FreeNodes const& free, std::uint32_t count) const {
    Switch const* best = nullptr;
    std::uint64_t minimum = 0;
    for (auto const& one : switches_) {
      if (best != nullptr && one.level > best->level) break;
      std::uint64_t below = 0;
      for (auto const leaf : one.leaves) below += free.in_group(leaf);
      if (below < count || (best != nullptr && below >= minimum)) continue;
      best = &one;
      minimum = below;
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

namespace {

class BoundSpread final : public Allocation {
 public:
  NodeList place(FreeNodes const& free, std::uint32_t count, std::uint64_t) const override {
    return round_over_groups(free, count);
  }
};

}  // namespace

AllocationPtr Spread::bind(AllocationContext const&) const { return std::make_shared<BoundSpread>(); }

namespace {

/// Groups that a job fills completely.
struct Filled {
  std::vector<std::uint32_t> groups;
  std::uint32_t nodes = 0;
};

/// Returns as many groups of `partly` as possible with at most `count` free nodes in total. The total is as
/// close to `count` as the exchange of one group allows.
Filled fill_most_groups(FreeNodes const& free, std::vector<std::uint32_t> partly, std::uint32_t count) {
  std::ranges::stable_sort(partly, {}, [&](std::uint32_t g) { return free.in_group(g); });
  Filled filled;
  std::size_t used = 0;
  for (; used < partly.size() && filled.nodes + free.in_group(partly[used]) <= count; ++used)
    filled.nodes += free.in_group(partly[used]);
  if (used > 0 && used < partly.size() && filled.nodes < count) {
    auto const rest = count - filled.nodes;
    std::uint32_t best = 0;
    std::size_t out = 0, in = 0;
    for (std::size_t i = 0; i < used && best < rest; ++i)
      for (auto j = used; j < partly.size(); ++j) {
        auto const gain = free.in_group(partly[j]) - free.in_group(partly[i]);
        if (gain > rest) break;
        if (gain > best) {
          best = gain;
          out = i;
          in = j;
        }
      }
    if (best > 0) std::swap(partly[out], partly[in]);
    filled.nodes += best;
  }
  partly.resize(used);
  filled.groups = std::move(partly);
  return filled;
}

class BoundFewestFragments final : public Allocation {
 public:
  NodeList place(FreeNodes const& free, std::uint32_t count, std::uint64_t) const override {
    auto const& nodes = free.nodes();
    std::vector<std::uint32_t> partly, whole;
    for (std::uint32_t g = 0; g < nodes.num_groups(); ++g)
      if (free.in_group(g) == nodes.in_group(g).size())
        whole.push_back(g);
      else if (free.in_group(g) > 0)
        partly.push_back(g);
    auto const filled = fill_most_groups(free, partly, count);
    NodeList chosen;
    for (auto const g : filled.groups) free.append_from_group(g, free.in_group(g), chosen);
    auto left = free;
    left.take(chosen);
    std::erase_if(partly, [&](std::uint32_t g) { return left.in_group(g) == 0; });
    auto rest = count - filled.nodes;
    if (partly.empty())
      for (auto const g : whole) {
        auto const all = nodes.in_group(g);
        if (all.size() > rest) continue;
        chosen.insert(chosen.end(), all.begin(), all.end());
        left.take(all);
        rest -= static_cast<std::uint32_t>(all.size());
      }
    append_best_fit(left, partly.empty() ? whole : partly, rest, chosen);
    std::ranges::sort(chosen);
    return chosen;
  }
};

}  // namespace

AllocationPtr FewestFragments::bind(AllocationContext const&) const {
  return std::make_shared<BoundFewestFragments>();
}

namespace {

class BoundHybrid final : public Allocation {
 public:
  BoundHybrid(std::uint32_t maximum, AllocationPtr small, AllocationPtr larger)
      : max_(maximum), small_(std::move(small)), larger_(std::move(larger)) {}

  NodeList place(FreeNodes const& free, std::uint32_t count, std::uint64_t draw) const override {
    return (count <= max_ ? small_ : larger_)->place(free, count, draw);
  }
  bool may_reject() const override { return small_->may_reject() || larger_->may_reject(); }

 private:
  std::uint32_t max_;
  AllocationPtr small_, larger_;
};

AllocationPtr inner(std::string const& text, AllocationContext const& context) {
  auto const spec = text.starts_with('[') ? text.substr(1, text.size() - 2) : text;
  return make_allocation(Spec::parse(spec), context).allocation;
}

}  // namespace

AllocationPtr Hybrid::bind(AllocationContext const& context) const {
  return std::make_shared<BoundHybrid>(params_.max_small_nodes, inner(params_.small, context),
                                       inner(params_.large, context));
}

}  // namespace weft::queue
