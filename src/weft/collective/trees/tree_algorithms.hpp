// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

#include "weft/collective/algorithm.hpp"
#include "weft/collective/trees/tree.hpp"
#include "weft/collective/trees/tree_plan.hpp"
#include "weft/network/geometry/grid_geometry.hpp"

namespace weft::collective {

/// Collective operations along a breadth-first tree.
class SingleTree {
 public:
  struct Params {};
  static constexpr std::string_view name = "single_tree";
  static constexpr std::string_view doc =
      "Sends along one tree of shortest paths from (to) the root, on any network, pipelined: depth + "
      "packets - 1 steps for a broadcast or a reduce. Allreduce and allgather go up and down "
      "simultaneously. Scatter sends the messages of the farthest ranks first, gather sends them last; "
      "the branches of the tree are as equal as shortest paths allow. Routers without ranks copy and add";
  static constexpr std::string_view own_paths = "its tree determines the paths of blocks";
  static constexpr std::tuple schema{};

  explicit SingleTree(Params const&) {}
  static bool serves(Operation operation) { return supports_trees(operation); }
  void check_machine(Ranks const&, Task const&) const {}
  Plan plan(Ranks const& ranks, Task const& task) const;
};

/// Collective operations along the 2k arc-disjoint spanning trees of a k-D torus, see torus_trees().
class ArcDisjointTrees {
 public:
  struct Params {};
  static constexpr std::string_view name = "arc_disjoint_trees";
  static constexpr std::string_view doc =
      "Sends along the 2k arc-disjoint spanning trees of a k-D torus, of depth sum(side - 1) + 1 "
      "(Solomonik, Network interconnect topologies, lecture 29), or the k of a hypercube, of depth k + "
      "1 (Johnsson & Ho, IEEE ToC 38, 1989). The data are distributed over the trees and pipelined: a "
      "broadcast takes depth + ceil(packets / trees) - 1 steps, the lower bound except for the depth. "
      "Reduce: the trees backward. Allreduce (multi-tree): reduce and broadcast one after another on "
      "all trees, or both simultaneously on the trees of one sign. Scatter and gather: the packets of "
      "each rank distributed over the trees, those of the farthest ranks first (gather: last). "
      "Allgather: gather and broadcast, about 2 times the lower bound. A node that feeds few links per "
      "slot (--sends) uses fewer trees or wider steps, whichever is faster. Requires tori with sides of "
      "3 or more, or doubled links";
  static constexpr std::string_view own_paths = "its trees determine the paths of blocks";
  static constexpr std::tuple schema{};

  explicit ArcDisjointTrees(Params const&) {}
  static bool serves(Operation operation) { return supports_trees(operation); }
  void check_machine(Ranks const& ranks, Task const& task) const;
  Plan plan(Ranks const& ranks, Task const& task) const;
};

/// Collective operations along the arc-disjoint trees of pack_trees().
class PackedTrees {
 public:
  struct Params {};
  static constexpr std::string_view name = "packed_trees";
  static constexpr std::string_view doc =
      "Along arc-disjoint trees on any network, found by a search (Edmonds, Edge-disjoint "
      "branchings, 1973, gives the maximum number; the search may find fewer), pipelined as on the trees of "
      "a torus. If every rank has one channel, this is one tree. Routers that are not ranks copy and add";
  static constexpr std::string_view own_paths = "its trees determine the paths of blocks";
  static constexpr std::tuple schema{};

  explicit PackedTrees(Params const&) {}
  static bool serves(Operation operation) { return supports_trees(operation); }
  void check_machine(Ranks const&, Task const&) const {}
  Plan plan(Ranks const& ranks, Task const& task) const;
};

/// Returns the arc-disjoint spanning trees of a k-D torus, where k counts the dimensions with sides above 1
/// (Solomonik, *Network interconnect topologies*, lecture 29). Relative to the root, tree (i, +) assigns to v
/// with v_i != 0 the parent v - e_j, where j is the last dimension of the cyclic order i, i + 1, .. with v_j
/// != 0, and to v with v_i = 0 the parent v - e_i around the ring; tree (i, -) is its mirror image.
/// - Sides of 3 or more, or 2 with doubled links: 2k trees, first the (i, +), then the (i, -), of depth
///   sum(n_i - 1) + 1 (a ring: n - 1). They use every channel once, except the 2k into the root; trees of one
///   sign use channels of one direction. The trees of `TreeDirection::up` consist of the reverse channels, so
///   the upward trees (i, +) use the channels of the downward trees (j, -).
/// - A hypercube, all sides 2: both signs coincide and there are k trees of depth k + 1, the edge-disjoint
///   spanning binomial trees of S. L. Johnsson and C.-T. Ho (IEEE Transactions on Computers 38, 1989).
///
/// The grid must satisfy has_arc_disjoint_trees().
std::vector<Tree> torus_trees(TransferNetwork const& network, GridGeometry const& grid, std::uint32_t root,
                              TreeDirection direction);

/// Returns whether every ring of a torus has a separate channel in each direction, or none has; false if
/// sides of 2 and longer sides are combined.
bool has_arc_disjoint_trees(GridGeometry const& grid);

/// Returns arc-disjoint trees from (to) the root, each with all vertices of `requested`, found by a search;
/// empty if a vertex cannot be reached. The minimum number of channels into (out of) a requested vertex
/// bounds the number of trees. By Edmonds' theorem (Edge-disjoint branchings, 1973), the maximum number is
/// the minimum number of arc-disjoint paths to a vertex; the search may find fewer trees. All trees grow
/// concurrently, breadth first, by one channel in turn. A tree that cannot reach a vertex takes a channel
/// from another tree that does not require it. If a tree still lacks a vertex, the search restarts with one
/// tree fewer.
std::vector<Tree> pack_trees(TransferNetwork const& network, std::uint32_t root, TreeDirection direction,
                             std::span<std::uint32_t const> requested);

}  // namespace weft::collective
