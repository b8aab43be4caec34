#include "weft/analysis/universality/channel_tree.hpp"

#include <algorithm>
#include <cmath>

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

LoadedChannel fuller_channel(ChannelTree const& tree, TreeLoads const& loads, std::uint32_t vertex) {
  LoadedChannel const up{vertex, true, loads.up[vertex], tree.up[vertex]},
      down{vertex, false, loads.down[vertex], tree.down[vertex]};
  return down.load_factor() > up.load_factor() ? down : up;
}

LoadedChannel fullest_channel(ChannelTree const& tree, TreeLoads const& loads) {
  LoadedChannel fullest;
  for (std::uint32_t v = 1; v < tree.size(); ++v)
    if (auto const one = fuller_channel(tree, loads, v); v == 1 || one.load_factor() > fullest.load_factor())
      fullest = one;
  return fullest;
}

double load_factor(ChannelTree const& tree, std::span<TreeMessage const> messages) {
  return fullest_channel(tree, tree_loads(tree, messages)).load_factor();
}

double whole_load_factor(ChannelTree const& tree, TreeLoads const& loads) {
  double most = 0;
  for (std::uint32_t v = 1; v < tree.size(); ++v)
    for (auto const& [load, capacity] : {std::pair{loads.up[v], tree.up[v]}, {loads.down[v], tree.down[v]}})
      if (load > 0) most = std::max(most, static_cast<double>(load) / std::floor(capacity));
  return most;
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

/// The channels of all paths, one after the other: 2 v up from a vertex, 2 v + 1 down to it.
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

}  // namespace weft
