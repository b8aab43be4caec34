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
/// every other vertex has a higher index than its parent. The capacity of a channel is the number of messages
/// that it can carry simultaneously (Leiserson 1985, section II); the capacities of vertex 0 are unused.
struct ChannelTree {
  std::vector<std::uint32_t> parent;
  std::vector<double> up, down;  ///< capacity of the channel from a vertex to its parent, and back

  std::uint32_t size() const { return static_cast<std::uint32_t>(parent.size()); }
  /// Appends a vertex and returns its index.
  std::uint32_t add(std::uint32_t parent_of_it, double capacity_up, double capacity_down);
  /// Calls up_visit(v) for every channel from v to its parent on the path of a message, in the order of the
  /// path, and down_visit(v) for every channel from the parent to v, in reverse order.
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

/// load(M, l), the number of messages over each channel of a tree.
struct TreeLoads {
  std::vector<std::uint64_t> up, down;  ///< indexed like the capacities of ChannelTree
};
TreeLoads tree_loads(ChannelTree const& tree, std::span<TreeMessage const> messages);

/// A channel and its load factor, lambda(M, l) = load(M, l) / cap(l).
struct LoadedChannel {
  std::uint32_t vertex = 0;  ///< the vertex below the channel; 0: no channel
  bool is_up = true;
  std::uint64_t load = 0;
  double capacity = 1;
  double load_factor() const { return load == 0 ? 0 : static_cast<double>(load) / capacity; }
};

/// Returns the channel with the higher load factor of the two channels between a vertex and its parent.
LoadedChannel more_loaded_channel(ChannelTree const& tree, TreeLoads const& loads, std::uint32_t vertex);
/// Returns the channel of the tree with the maximum load factor, the first in case of a tie.
LoadedChannel most_loaded_channel(ChannelTree const& tree, TreeLoads const& loads);

/// Returns lambda(M), the maximum over all channels of load / capacity, a lower bound on the rounds of any
/// schedule.
double load_factor(ChannelTree const& tree, std::span<TreeMessage const> messages);

/// Returns lambda(M) with capacities rounded down, because loads are integers.
double whole_load_factor(ChannelTree const& tree, TreeLoads const& loads);

/// Returns the number of hops of the longest path of a message.
std::uint32_t longest_path(ChannelTree const& tree, std::span<TreeMessage const> messages);

/// Delivers messages that all start in round 0: a message crosses a channel in a round if capacity remains,
/// in the order of the messages; otherwise it waits. Returns the number of rounds until all messages have
/// arrived. Every used channel must have a capacity of at least 1.
std::uint64_t deliver(ChannelTree const& tree, std::span<TreeMessage const> messages);

/// The centroid decomposition of a tree: level 0 contains the vertex that divides the tree into parts of at
/// most half the vertices, level 1 the centroids of these parts, and so on. The part of a vertex consists of
/// the vertices that it reaches via vertices of higher levels only. The parts of the vertices of one level
/// share no channel, and there are at most log2(vertices) + 1 levels. In a complete binary tree, the levels
/// of the centroids are the depths of the vertices.
class Centroids {
 public:
  explicit Centroids(ChannelTree const& tree);

  std::uint32_t level(std::uint32_t v) const { return level_[v]; }
  /// Returns the vertex of the lowest level on the path of a message. Its part contains the entire path.
  std::uint32_t meeting(TreeMessage const& message) const;
  /// Calls visit(neighbor) for the neighbors of a vertex: its parent and its children.
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
  // above_: the centroid of the part that was divided; on level 0 the vertex itself
  std::vector<std::uint32_t> level_, above_;
};

}  // namespace weft
