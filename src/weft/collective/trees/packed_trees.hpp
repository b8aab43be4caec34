#pragma once

#include <string_view>
#include <tuple>

#include "weft/collective/algorithm.hpp"
#include "weft/collective/trees/tree_plan.hpp"

namespace weft::collective {

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
