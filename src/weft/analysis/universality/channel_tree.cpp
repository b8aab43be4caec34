// SPDX-License-Identifier: Apache-2.0
#include "weft/analysis/universality/channel_tree.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "weft/core/interrupt.hpp"

namespace weft {

std::uint32_t ChannelTree::add(std::uint32_t parent_of_it, double capacity_up, double capacity_down) {
  parent.push_back(parent_of_it);
  up.push_back(capacity_up);
  down.push_back(capacity_down);
  return size() - 1;
}

TreeLoads tree_loads(ChannelTree const& tree, std::span<TreeMessage const> messages) {
  TreeLoads loads{std::vector<std::uint64_t>(tree.size(), 0), std::vector<std::uint64_t>(tree.size(), 0)};
  InterruptCheck check;
  for (auto const& message : messages) {
    check();
    tree.visit_path(
        message, [&](std::uint32_t v) { ++loads.up[v]; }, [&](std::uint32_t v) { ++loads.down[v]; });
  }
  return loads;
}

LoadedChannel more_loaded_channel(ChannelTree const& tree, TreeLoads const& loads, std::uint32_t vertex) {
  LoadedChannel const up{vertex, true, loads.up[vertex], tree.up[vertex]},
      down{vertex, false, loads.down[vertex], tree.down[vertex]};
  return down.load_factor() > up.load_factor() ? down : up;
}

LoadedChannel most_loaded_channel(ChannelTree const& tree, TreeLoads const& loads) {
  LoadedChannel most_loaded;
  for (std::uint32_t v = 1; v < tree.size(); ++v)
    if (auto const channel = more_loaded_channel(tree, loads, v);
        v == 1 || channel.load_factor() > most_loaded.load_factor())
      most_loaded = channel;
  return most_loaded;
}

double load_factor(ChannelTree const& tree, std::span<TreeMessage const> messages) {
  return most_loaded_channel(tree, tree_loads(tree, messages)).load_factor();
}

double whole_load_factor(ChannelTree const& tree, TreeLoads const& loads) {
  double max = 0;
  for (std::uint32_t v = 1; v < tree.size(); ++v)
    for (auto const& [load, capacity] : {std::pair{loads.up[v], tree.up[v]}, {loads.down[v], tree.down[v]}})
      if (load > 0) max = std::max(max, static_cast<double>(load) / std::floor(capacity));
  return max;
}

std::uint32_t longest_path(ChannelTree const& tree, std::span<TreeMessage const> messages) {
  std::uint32_t longest = 0;
  for (auto const& message : messages) {
    std::uint32_t hops = 0;
    auto const count = [&](std::uint32_t) { ++hops; };
    tree.visit_path(message, count, count);
    longest = std::max(longest, hops);
  }
  return longest;
}

namespace {

/// The channels of all paths, concatenated: 2 v is the channel up from vertex v, 2 v + 1 the channel down to
/// it.
class Paths {
 public:
  Paths(ChannelTree const& tree, std::span<TreeMessage const> messages) {
    std::vector<std::uint32_t> down;
    for (auto const& message : messages) {
      down.clear();
      tree.visit_path(
          message, [&](std::uint32_t v) { channels_.push_back(2 * v); },
          [&](std::uint32_t v) { down.push_back(2 * v + 1); });
      channels_.insert(channels_.end(), down.rbegin(), down.rend());
      end_.push_back(channels_.size());
    }
  }
  std::uint32_t channel(std::size_t at) const { return channels_[at]; }
  std::size_t begin(std::size_t message) const { return message == 0 ? 0 : end_[message - 1]; }
  std::size_t end(std::size_t message) const { return end_[message]; }

 private:
  std::vector<std::uint32_t> channels_;
  std::vector<std::size_t> end_;
};

}  // namespace

std::uint64_t deliver(ChannelTree const& tree, std::span<TreeMessage const> messages) {
  struct Use {
    std::uint64_t round = 0, messages = 0;
  };
  struct Way {
    std::size_t at, end;
  };
  Paths const paths(tree, messages);
  std::vector<Use> uses(2 * std::size_t{tree.size()});
  std::vector<Way> under_way;
  for (std::size_t i = 0; i < messages.size(); ++i)
    if (paths.begin(i) < paths.end(i)) under_way.push_back({paths.begin(i), paths.end(i)});
  std::uint64_t round = 0;
  while (!under_way.empty()) {
    throw_if_interrupted();
    ++round;
    for (auto& way : under_way) {
      auto const channel = paths.channel(way.at);
      auto& use = uses[channel];
      if (use.round != round) use = {round, 0};
      auto const capacity = channel % 2 == 0 ? tree.up[channel / 2] : tree.down[channel / 2];
      if (static_cast<double>(use.messages + 1) > capacity) continue;
      ++use.messages;
      ++way.at;
    }
    std::erase_if(under_way, [](Way const& way) { return way.at == way.end; });
  }
  return round;
}

Centroids::Centroids(ChannelTree const& tree) : level_(tree.size(), unknown), above_(tree.size(), 0) {
  link(tree);
  std::vector<std::uint32_t> part, parent(tree.size()), count(tree.size());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> open;  // a vertex of a part, and the centroid above
  if (tree.size() > 0) open.emplace_back(0, unknown);
  InterruptCheck check;
  while (!open.empty()) {
    check();
    auto const [start, above] = open.back();
    open.pop_back();
    decompose(start, above, part, parent, count);
    auto const centroid = part.front();
    visit_neighbors(centroid, [&](std::uint32_t next) {
      if (level_[next] == unknown) open.emplace_back(next, centroid);
    });
  }
}

void Centroids::link(ChannelTree const& tree) {
  first_.assign(tree.size() + std::size_t{1}, 0);
  for (std::uint32_t v = 1; v < tree.size(); ++v)
    for (auto const end : {v, tree.parent[v]}) ++first_[end + std::size_t{1}];
  for (std::uint32_t v = 0; v < tree.size(); ++v) first_[v + std::size_t{1}] += first_[v];
  neighbor_.resize(first_.back());
  auto next = first_;
  for (std::uint32_t v = 1; v < tree.size(); ++v) {
    neighbor_[next[v]++] = tree.parent[v];
    neighbor_[next[tree.parent[v]]++] = v;
  }
}

/// Finds the centroid of the part that contains `start`, and moves it to the front of `part`.
void Centroids::decompose(std::uint32_t start, std::uint32_t above, std::vector<std::uint32_t>& part,
                          std::vector<std::uint32_t>& parent, std::vector<std::uint32_t>& count) {
  part.assign(1, start);
  parent[start] = unknown;
  for (std::size_t i = 0; i < part.size(); ++i) {
    count[part[i]] = 1;
    visit_neighbors(part[i], [&](std::uint32_t next) {
      if (level_[next] != unknown || next == parent[part[i]]) return;
      parent[next] = part[i];
      part.push_back(next);
    });
  }
  auto const all = static_cast<std::uint32_t>(part.size());
  auto centroid = start;
  // The last vertex of the breadth-first order with at least half of the part below it
  for (std::size_t i = part.size(); i-- > 0;) {
    if (2 * count[part[i]] >= all) {
      centroid = part[i];
      break;
    }
    count[parent[part[i]]] += count[part[i]];
  }
  level_[centroid] = above == unknown ? 0 : level_[above] + 1;
  above_[centroid] = above == unknown ? centroid : above;
  part.front() = centroid;
}

std::uint32_t Centroids::meeting(TreeMessage const& message) const {
  auto a = message.from, b = message.to;
  while (a != b)
    if (level_[a] >= level_[b])
      a = above_[a];
    else
      b = above_[b];
  return a;
}

}  // namespace weft
