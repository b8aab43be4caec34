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

/// The channels into and out of each vertex, in ascending order.
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

/// The direction of blocks in a tree.
enum class Way : std::uint8_t {
  down,  ///< from the root to the leaves
  up,    ///< from the leaves to the root
};

/// A rooted tree of channels of a network. Its nodes are numbered by depth, the root is node 0 with depth 0.
struct Tree {
  /// A vertex of the network and the channel between it and its parent: to it, or of an upward tree from it.
  /// Not used for the root.
  struct Node {
    std::uint32_t vertex = 0;
    std::uint32_t parent = 0;  ///< node
    std::uint32_t depth = 0;
    std::uint32_t channel = 0;
  };
  std::vector<Node> nodes = {};

  std::uint32_t depth() const { return nodes.back().depth; }
  /// The nodes of depth d are first_of_depth()[d] .. first_of_depth()[d + 1] - 1.
  std::vector<std::uint32_t> first_of_depth() const;
};

/// The channel into (upward: out of) a vertex that it has in a tree, TransferNetwork::num_channels() for the
/// root and for vertices outside; and the depth does not matter: parents are the other ends of the channels.
using ParentChannels = std::vector<std::uint32_t>;

/// The tree with these channels. Throws std::logic_error if they make a cycle.
Tree make_tree(TransferNetwork const& network, std::uint32_t root, Way way, ParentChannels const& parents);

/// The tree without the nodes below which no vertex is in `wanted`, vertices in ascending order.
Tree pruned(Tree const& tree, std::span<std::uint32_t const> wanted);

/// A tree of shortest paths between the root and all vertices that it reaches (that reach it) over channels
/// that have not failed; they pass through no host and no terminal. Each vertex takes a shortest path through
/// the root's channel that so far serves the fewest vertices, which balances the branches.
Tree breadth_first_tree(TransferNetwork const& network, std::uint32_t root, Way way);

}  // namespace weft::collective
