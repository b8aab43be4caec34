#pragma once

#include <string_view>
#include <tuple>

#include "weft/collective/algorithm.hpp"
#include "weft/collective/trees/tree_plan.hpp"

namespace weft::collective {

/// Along the 2k arc-disjoint spanning trees of a k-D torus, see torus_trees.hpp.
class ArcDisjointTrees {
 public:
  struct Params {};
  static constexpr std::string_view name = "arc_disjoint_trees";
  static constexpr std::string_view doc =
      "Along the 2k arc-disjoint spanning trees of a k-D torus of depth sum(side - 1) + 1, on all of which the data are dealt out and "
      "pipelined (Solomonik, Network interconnect topologies, lecture 29): depth + ceil(packets / 2k) - 1 steps for a broadcast, which no "
      "algorithm beats by more than the depth. Reduce: the trees backwards. Allreduce (multi-tree): reduce and broadcast one after the other on "
      "all, or both at once on the k trees of one sign. Scatter and gather: packets dealt out over the trees, the farthest first (last). "
      "Allgather: gather and broadcast both at once on the k trees of one sign, 2 (side 3: up to 2) times the lower bound. A node that "
      "feeds few links per slot (--sends) uses fewer trees or wider steps, whichever is faster. Sides of 3 or more, or doubled links";
  static constexpr std::tuple schema{};

  explicit ArcDisjointTrees(Params const&) {}
  static bool serves(Operation operation) { return goes_along_trees(operation); }
  void check_machine(Machine const& machine, Task const& task) const;
  Plan plan(Machine const& machine, Task const& task) const;
};

}  // namespace weft::collective
