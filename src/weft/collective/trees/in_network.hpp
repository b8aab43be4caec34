// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <tuple>

#include "weft/collective/algorithm.hpp"
#include "weft/collective/trees/tree_plan.hpp"
#include "weft/core/param.hpp"

namespace weft::collective {

/// In-network collectives: the routers store a tree for the group of ranks, and copy and add along it. (R. L.
/// Graham et al., Scalable Hierarchical Aggregation Protocol (SHARP), COMHPC 2016; InfiniBand multicast
/// groups.)
class InNetwork {
 public:
  struct Params {
    std::int64_t router = -1;
  };
  static constexpr std::string_view name = "in_network";
  static constexpr std::string_view doc =
      "Routers copy and add, as with SHARP and multicast groups (R. L. Graham et al., COMHPC 2016): along one tree for all operations "
      "of the group, of shortest paths around the router with the smallest distance to the farthest rank. "
      "Allreduce and barrier add up to this "
      "router and send down from it, pipelined; broadcast and reduce use the same tree from (to) their root. A host only sends and "
      "receives, so with --hop alpha counts once. weft collective --engine flit also simulates its packets. "
      "Requires channels in both "
      "directions";
  static constexpr std::string_view own_paths = "its tree determines the paths of blocks";
  static constexpr std::tuple schema{
      param("router", &Params::router, Range{-1, 4294967295.0},
            "the center of the tree; -1: the most central of all routers, or of 2,048 evenly spaced ones"),
  };

  explicit InNetwork(Params const& params) : params_(params) {}
  static bool serves(Operation operation);
  void check_machine(Ranks const& ranks, Task const& task) const;
  Plan plan(Ranks const& ranks, Task const& task) const;
  /// Returns the center of the tree of a group. `group` selects among equally central routers, so that
  /// different groups use different centers.
  std::uint32_t center(Ranks const& ranks, std::uint32_t group = 0) const;
  /// Returns the trees of a group around `center`, pruned to the ranks: from the root and to the root or, for
  /// operations that have no root, from the center and to the center.
  Forest forest(Ranks const& ranks, Task const& task, std::uint32_t center) const;

 private:
  Params params_;
};

}  // namespace weft::collective
