// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "weft/analysis/universality/channel_tree.hpp"
#include "weft/core/progress.hpp"
#include "weft/network/machine.hpp"

namespace weft {

/// The routers of a network as a tree. Channels between the same two vertices are merged, like the wires of a
/// channel of a fat tree. On a tree with several parents per vertex, the routers of one level above the same
/// leaves are also merged, so that its parallel roots become one root.
struct NetworkTree {
  ChannelTree tree;
  std::vector<std::uint32_t> vertex_of;  ///< vertex of each router
  std::vector<std::uint32_t> routers;    ///< number of routers in each vertex
  std::vector<RouterId> first;           ///< the first router of each vertex
};

/// Returns the tree of a network. `capacity`: number of messages that a channel of bandwidth 1 can carry
/// simultaneously. Failed channels have capacity 0: disconnected parts are below the root, with channels of
/// capacity 0. The root is the top of a tree with levels, otherwise a centroid. Throws InputError if the
/// network does not reduce to a tree.
NetworkTree tree_of(Machine const& machine, double capacity);

/// Returns the number of hops from each vertex to the farthest leaf below it.
std::vector<std::uint32_t> heights(ChannelTree const& tree);

/// The capacity of the link above a vertex of height 0, 1, .., height - 1 in a fat tree on 2^height leaves,
/// each at least 1. It is equal in both directions and for all links of a level.
using LevelCapacities = std::vector<double>;

/// Returns the capacities growth^j above height j, as in LeisersonFatTree.
LevelCapacities growing_capacities(std::uint32_t height, double growth);
/// Returns the capacities of the universal fat tree with root capacity `root`: they double near the leaves
/// and grow by 4^(1/3) near the root, min(2^j, root / 4^(k/3)) above a vertex of height j at depth k
/// (Leiserson 1985, section IV).
LevelCapacities universal_capacities(std::uint32_t height, double root);

/// Returns the complete binary tree with the given capacities, its vertices numbered row by row from the
/// root.
ChannelTree binary_tree(LevelCapacities const& capacities);
/// Returns the vertex of leaf number `leaf` of the complete binary tree of height `height`.
constexpr std::uint32_t leaf_vertex(std::uint32_t height, std::uint32_t leaf) {
  return (std::uint32_t{1} << height) - 1 + leaf;
}

/// Returns the volume in which the universal fat tree with P leaves and root capacity w = `root` can be laid
/// out, (w log(P / w))^(3/2) with the constant factor set to 1: at most P (log P)^(3/2) (Leiserson 1985,
/// theorem 4).
double universal_volume(std::uint32_t height, double root);
/// Returns the root capacity, from P^(2/3) to P, of the universal fat tree with volume `volume`.
double universal_root(std::uint32_t height, double volume);

/// A network laid out in space as a tree of boxes. Each box is cut across its longest side into halves with
/// the same number of routers, or one more, down to single routers, which are the leaves of a fat tree.
/// Source: Leiserson 1985, section V.
struct Decomposition {
  std::uint32_t height = 0;         ///< height of the tree: 2^height >= routers
  std::vector<std::uint32_t> leaf;  ///< leaf of each router
  /// Sides of the box, in units in which the number of channels that leave a box of the tree is at most its
  /// surface.
  std::array<double, 3> sides{};
  double volume() const { return sides[0] * sides[1] * sides[2]; }
};

/// Decomposes a network. `positions`: lattice positions of the routers; `channels`: pairs of routers. A step
/// of `progress` is one height of the tree.
Decomposition decompose(std::span<std::array<std::int32_t, 3> const> positions,
                        std::span<std::pair<std::uint32_t, std::uint32_t> const> channels,
                        Progress& progress = no_progress());

}  // namespace weft
