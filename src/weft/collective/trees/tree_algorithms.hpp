#pragma once

#include <string_view>
#include <tuple>

#include "weft/collective/algorithm.hpp"
#include "weft/collective/trees/tree_plan.hpp"

namespace weft::collective {

/// Along one breadth-first tree.
class SingleTree {
 public:
  struct Params {};
  static constexpr std::string_view name = "single_tree";
  static constexpr std::string_view doc =
      "Along one tree of shortest paths from (to) the root, on any network, pipelined: depth + packets - 1 steps for a broadcast or a "
      "reduce. Allreduce and allgather go up and down at once. Scatter and gather: the farthest first (last); the branches of the tree "
      "are as equal as shortest paths allow. Routers without ranks copy and add";
  static constexpr std::string_view own_paths = "its blocks go along a tree of its own";
  static constexpr std::tuple schema{};

  explicit SingleTree(Params const&) {}
  static bool serves(Operation operation) { return goes_along_trees(operation); }
  void check_machine(Ranks const&, Task const&) const {}
  Plan plan(Ranks const& ranks, Task const& task) const;
};

/// Along the 2k arc-disjoint spanning trees of a k-D torus, see forests.hpp.
class ArcDisjointTrees {
 public:
  struct Params {};
  static constexpr std::string_view name = "arc_disjoint_trees";
  static constexpr std::string_view doc =
      "Along the 2k arc-disjoint spanning trees of a k-D torus, of depth sum(side - 1) + 1 (Solomonik, "
      "Network interconnect topologies, lecture 29), or the k of a hypercube, of depth k + 1 (Johnsson & Ho, "
      "IEEE ToC 38, 1989). The data are distributed over the trees and pipelined: a broadcast takes depth + "
      "ceil(packets / trees) - 1 steps, the lower bound except for the depth. Reduce: the trees backward. "
      "Allreduce (multi-tree): reduce and broadcast one after the other on all trees, or both at once on "
      "those of one sign. Scatter and gather: the packets of each rank distributed over the trees, the "
      "farthest first (last). Allgather: gather and broadcast, about 2 times the lower bound. A node that "
      "feeds few links per slot (--sends) uses fewer trees or wider steps, whichever is faster. Needs tori "
      "with sides of 3 or more, or doubled links";
  static constexpr std::string_view own_paths = "its blocks go along trees of its own";
  static constexpr std::tuple schema{};

  explicit ArcDisjointTrees(Params const&) {}
  static bool serves(Operation operation) { return goes_along_trees(operation); }
  void check_machine(Ranks const& ranks, Task const& task) const;
  Plan plan(Ranks const& ranks, Task const& task) const;
};

/// Along as many arc-disjoint trees as pack_trees() finds.
class PackedTrees {
 public:
  struct Params {};
  static constexpr std::string_view name = "packed_trees";
  static constexpr std::string_view doc =
      "Along arc-disjoint trees on any network, as many as a search finds (Edmonds, Edge-disjoint "
      "branchings, 1973, gives the maximum number; the search may find fewer), pipelined as on the trees of "
      "a torus. If every rank has one channel, this is one tree. Routers that are not ranks copy and add";
  static constexpr std::string_view own_paths = "its blocks go along trees of its own";
  static constexpr std::tuple schema{};

  explicit PackedTrees(Params const&) {}
  static bool serves(Operation operation) { return goes_along_trees(operation); }
  void check_machine(Ranks const&, Task const&) const {}
  Plan plan(Ranks const& ranks, Task const& task) const;
};

}  // namespace weft::collective
