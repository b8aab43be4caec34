// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

#include "weft/traffic/schedule/transfer_network.hpp"

namespace weft::collective {

/// Lists of the channels into and out of each vertex, ascending.
class ChannelLists {
 public:
  explicit ChannelLists(TransferNetwork const& network)
      : network_(network),
        channels_(network.num_channels()),
        first_into_(network.num_vertices() + std::size_t{1}),
        into_(network.num_channels()) {
    std::iota(channels_.begin(), channels_.end(), 0u);
    for (auto const c : channels_) ++first_into_[network.target(c) + std::size_t{1}];
    for (std::uint32_t v = 0; v < network.num_vertices(); ++v)
      first_into_[v + std::size_t{1}] += first_into_[v];
    auto next = first_into_;
    for (auto const c : channels_) into_[next[network.target(c)]++] = c;
  }

  std::span<std::uint32_t const> into(std::uint32_t v) const {
    return std::span(into_).subspan(first_into_[v], first_into_[v + std::size_t{1}] - first_into_[v]);
  }
  std::span<std::uint32_t const> out_of(std::uint32_t v) const {
    return std::span(channels_).subspan(network_.first_channel(v),
                                        network_.first_channel(v + 1) - network_.first_channel(v));
  }

 private:
  TransferNetwork const& network_;
  std::vector<std::uint32_t> channels_, first_into_, into_;
};

/// Direction of blocks in a tree.
enum class TreeDirection : std::uint8_t {
  down,  ///< from the root to the leaves
  up,    ///< from the leaves to the root
};

/// A rooted tree of channels of a network. Its nodes are numbered by depth; the root is node 0 with depth 0.
struct Tree {
  /// A node: a vertex of the network, and the channel from its parent or, in an upward tree, to its parent.
  /// `channel` is unused for the root.
  struct Node {
    std::uint32_t vertex = 0;
    std::uint32_t parent = 0;  ///< node
    std::uint32_t depth = 0;
    std::uint32_t channel = 0;
  };
  std::vector<Node> nodes = {};

  std::uint32_t depth() const { return nodes.back().depth; }
  /// Returns the first node of each depth: the nodes of depth d are [first_of_depth()[d], first_of_depth()[d
  /// + 1]).
  std::vector<std::uint32_t> first_of_depth() const;
};

/// By vertex: the channel of a tree into (upward: out of) it; TransferNetwork::num_channels() for the root
/// and for vertices that are not in the tree. The parent is the other end of the channel.
using ParentChannels = std::vector<std::uint32_t>;

/// Returns the tree with the channels `parents`. Throws std::logic_error if they form a cycle.
Tree make_tree(TransferNetwork const& network, std::uint32_t root, TreeDirection direction,
               ParentChannels const& parents);

/// Returns the tree of the nodes that have a vertex of `requested` (ascending) in their subtree.
Tree pruned(Tree const& tree, std::span<std::uint32_t const> requested);

/// Returns a tree of shortest paths from the root to all reachable vertices (upward: to the root from all
/// vertices that can reach it) over channels that have not failed. Paths do not pass through hosts or
/// terminals. Each vertex is attached by a shortest path through the channel of the root that serves the
/// fewest vertices so far, which balances the branches.
Tree breadth_first_tree(TransferNetwork const& network, std::uint32_t root, TreeDirection direction);

}  // namespace weft::collective
