#include "weft/verb/universality/tree_tables.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "weft/analysis/universality/universal_tree.hpp"
#include "weft/core/error.hpp"

namespace weft::verb {
namespace {

void require_room(ChannelTree const& tree, TreeLoads const& loads) {
  for (std::uint32_t v = 1; v < tree.size(); ++v)
    for (auto const& [load, capacity] : {std::pair{loads.up[v], tree.up[v]}, {loads.down[v], tree.down[v]}})
      if (load > 0 && capacity < 1)
        throw InputError(fmt::format("{} messages over a channel of capacity {}", load, capacity),
                         capacity > 0 ? "a channel that carries messages must have room for one"
                                      : "nothing links their ends",
                         capacity > 0 ? fmt::format("multiply all capacities, as with capacity={:.12g}",
                                                    std::ceil(1 / capacity))
                                      : "",
                         "capacity");
}

}  // namespace

std::uint64_t DeliveredSets::all_rounds() const {
  return std::accumulate(rounds.begin(), rounds.end(), std::uint64_t{0});
}

DeliveredSets deliver_in_sets(ChannelTree const& tree, std::span<TreeMessage const> messages,
                              Progress& progress) {
  DeliveredSets all;
  all.loads = tree_loads(tree, messages);
  require_room(tree, all.loads);
  all.bound = messages.empty() ? 0 : max_sets(tree, whole_load_factor(tree, all.loads));
  all.sets = split_messages(tree, messages, progress);
  progress.start("delivering the messages", all.sets.count(), "sets");
  for (auto const& set : all.sets.divide(messages)) {
    progress.advance();
    all.load_factor.push_back(load_factor(tree, set));
    all.rounds.push_back(deliver(tree, set));
    all.size.push_back(set.size());
  }
  progress.finish();
  return all;
}

std::string tree_channel_name(ChannelTree const& tree, LoadedChannel const& channel, VertexName const& name) {
  auto const below = name(channel.vertex), above = name(tree.parent[channel.vertex]);
  return channel.is_up ? below + " -> " + above : above + " -> " + below;
}

Table levels_table(ChannelTree const& tree, TreeLoads const& loads) {
  Table table{"levels",
              "The most loaded channels of the tree, from the leaves",
              {{"height", "", "hops to the farthest leaf below"},
               {"channels"},
               {"capacity", "messages", "of the channel with the maximum load factor"},
               {"max_load", "messages", "its load"},
               {"load_factor", "", "lambda(M, l) = load / capacity"}},
              {}};
  auto const height = heights(tree);
  struct Level {
    std::uint64_t channels = 0;
    LoadedChannel fullest;
  };
  std::vector<Level> levels(tree.size() < 2 ? 0 : height[0]);
  for (std::uint32_t v = 1; v < tree.size(); ++v) {
    if (tree.up[v] == 0) continue;
    auto& level = levels[height[v]];
    auto const one = fuller_channel(tree, loads, v);
    if (level.channels == 0 || one.load_factor() > level.fullest.load_factor()) level.fullest = one;
    level.channels += 2;
  }
  for (std::uint32_t j = 0; j < levels.size(); ++j)
    if (auto const& [channels, fullest] = levels[j]; channels > 0)
      table.add_row({j, channels, fullest.capacity, fullest.load, fullest.load_factor()});
  return table;
}

Table sets_table(DeliveredSets const& delivered) {
  Table table{
      "sets",
      "Sets of load factor at most 1",
      {{"level", "", "of the centroids where the messages of a set meet; of a binary tree: the depth"},
       {"messages"},
       {"sets"},
       {"max_messages", "", "of a set"},
       {"load_factor", "", "the maximum of a set"},
       {"rounds", "", "to deliver the sets, one after the other"}},
      {}};
  for (std::uint32_t i = 0; i < delivered.sets.count();) {
    auto const level = delivered.sets.level_of[i], first = i;
    std::uint64_t messages = 0, most = 0, rounds = 0;
    double factor = 0;
    for (; i < delivered.sets.count() && delivered.sets.level_of[i] == level; ++i) {
      messages += delivered.size[i];
      most = std::max(most, delivered.size[i]);
      rounds += delivered.rounds[i];
      factor = std::max(factor, delivered.load_factor[i]);
    }
    table.add_row({level, messages, i - first, most, factor, rounds});
  }
  return table;
}

Table tree_channels_table(ChannelTree const& tree, TreeLoads const& loads, VertexName const& name) {
  Table table{"channels",
              "Channels of the tree",
              {{"channel"},
               {"capacity", "messages"},
               {"load", "messages"},
               {"load_factor", "", "lambda(M, l) = load / capacity"}},
              {}};
  for (std::uint32_t v = 1; v < tree.size(); ++v)
    for (bool const up : {true, false}) {
      LoadedChannel const one{v, up, up ? loads.up[v] : loads.down[v], up ? tree.up[v] : tree.down[v]};
      if (one.capacity > 0)
        table.add_row({tree_channel_name(tree, one, name), one.capacity, one.load, one.load_factor()});
    }
  return table;
}

}  // namespace weft::verb
