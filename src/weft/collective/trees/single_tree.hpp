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

}  // namespace weft::collective
