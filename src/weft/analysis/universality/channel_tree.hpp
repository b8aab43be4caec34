// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace weft {

/// A message of unit size between two vertices of a tree.
struct TreeMessage {
  std::uint32_t from = 0, to = 0;
  friend bool operator==(TreeMessage const&, TreeMessage const&) = default;
};

/// A tree with a channel in each direction between every vertex and its parent. Vertex 0 is the root, and
/// every other vertex has a higher number than its parent. A capacity is the number of messages that pass a
/// channel at the same time (Leiserson 1985, section II); those of vertex 0 are unused.
struct ChannelTree {
  std::vector<std::uint32_t> parent;
  std::vector<double> up, down;  ///< capacity of the channel from a vertex to its parent, and back

  std::uint32_t size() const { return static_cast<std::uint32_t>(parent.size()); }
  /// Appends a vertex; its number.
  std::uint32_t add(std::uint32_t parent_of_it, double capacity_up, double capacity_down);
  /// Calls up(v) for every channel from v to its parent on the path of a message, in the order of the path,
  /// and down(v) for every channel from the parent to v, from the last to the first.
  template <class Up, class Down>
  void visit_path(TreeMessage const& message, Up up_visit, Down down_visit) const {
    auto a = message.from, b = message.to;
    while (a != b)
      if (a > b) {
        up_visit(a);
        a = parent[a];
      } else {
        down_visit(b);
        b = parent[b];
      }
  }
};

/// load(M, l): the number of messages that pass each channel of a tree.
struct TreeLoads {
  std::vector<std::uint64_t> up, down;  ///< as the capacities of ChannelTree
};
TreeLoads tree_loads(ChannelTree const& tree, std::span<TreeMessage const> messages);

/// A channel and its load factor, lambda(M, l) = load(M, l) / cap(l).
struct LoadedChannel {
  std::uint32_t vertex = 0;  ///< below the channel; 0: no channel
  bool is_up = true;
  std::uint64_t load = 0;
  double capacity = 1;
  double load_factor() const { return load == 0 ? 0 : static_cast<double>(load) / capacity; }
};

/// The channels above a vertex: the one with the higher load factor.
LoadedChannel fuller_channel(ChannelTree const& tree, TreeLoads const& loads, std::uint32_t vertex);
/// The channel of the tree with the maximum load factor, the first of several.
LoadedChannel fullest_channel(ChannelTree const& tree, TreeLoads const& loads);

/// lambda(M), the maximum load / capacity of all channels: no schedule takes fewer rounds.
double load_factor(ChannelTree const& tree, std::span<TreeMessage const> messages);

/// Returns lambda(M) with capacities rounded down, as loads are whole.
double whole_load_factor(ChannelTree const& tree, TreeLoads const& loads);

/// The hops of the longest path of the messages.
std::uint32_t longest_path(ChannelTree const& tree, std::span<TreeMessage const> messages);

/// Delivers messages that all start in round 0: a message crosses a channel in a round if the channel's
/// capacity has room, in the order of the messages; else it waits where it is. The number of rounds until all
/// have arrived. Every channel that they use must have a capacity of at least 1.
std::uint64_t deliver(ChannelTree const& tree, std::span<TreeMessage const> messages);

/// The centroid decomposition of a tree: the vertex whose removal leaves parts of at most half the vertices,
/// on level 0; in each part the same, on level 1; and so on. A vertex's part holds the vertices of higher
/// levels that are linked with it by such vertices. Vertices of one level have parts that share no channel,
/// and there are at most log2 of the vertices + 1 levels. In a complete binary tree the centroids are the
/// vertices by their depth.
class Centroids {
 public:
  explicit Centroids(ChannelTree const& tree);

  std::uint32_t level(std::uint32_t v) const { return level_[v]; }
  /// The vertex of the lowest level on the path of a message, whose part has all of the path.
  std::uint32_t meeting(TreeMessage const& message) const;
  /// The neighbors of a vertex: its parent and its children.
  template <class Visit>
  void visit_neighbors(std::uint32_t v, Visit visit) const {
    for (auto i = first_[v]; i < first_[v + std::size_t{1}]; ++i) visit(neighbor_[i]);
  }

 private:
  static constexpr std::uint32_t unknown = ~std::uint32_t{0};
  void link(ChannelTree const& tree);
  void decompose(std::uint32_t start, std::uint32_t above, std::vector<std::uint32_t>& part,
                 std::vector<std::uint32_t>& parent, std::vector<std::uint32_t>& count);

  std::vector<std::uint32_t> first_, neighbor_;
  std::vector<std::uint32_t> level_, above_;  // above: the centroid whose part was divided; of level 0 itself
};

}  // namespace weft
