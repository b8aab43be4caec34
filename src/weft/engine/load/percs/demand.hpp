// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "weft/topology/shape/percs_counts.hpp"
#include "weft/traffic/communication/communication.hpp"

namespace weft::load {

inline constexpr std::uint32_t supernode_nodes = PercsCounts::nodes_per_supernode,
                               drawer_nodes = PercsCounts::nodes_per_drawer;

/// A communication placed on PERCS: the processor of each task.
class PlacedTasks {
 public:
  static constexpr std::uint32_t nobody = ~std::uint32_t{0};
  static constexpr std::uint32_t processors_per_supernode =
      PercsCounts::nodes_per_supernode * PercsCounts::processors_per_node;

  /// `placement`: the processor of each task, all different. Both arguments must outlive the object.
  PlacedTasks(Communication const& communication, std::span<std::uint32_t const> placement,
              std::uint32_t supernodes);

  Communication const& communication() const { return *communication_; }
  std::uint32_t supernodes() const { return supernodes_; }
  std::uint32_t node(std::uint32_t task) const { return placement_[task] / PercsCounts::processors_per_node; }
  std::uint32_t supernode(std::uint32_t task) const { return placement_[task] / processors_per_supernode; }
  /// Returns the task on each processor of a supernode; `nobody` for a processor without a task.
  std::span<std::uint32_t const> tasks_in(std::uint32_t supernode) const {
    return {task_on_.data() + std::size_t{supernode} * processors_per_supernode, processors_per_supernode};
  }
  /// Returns the task on each processor of node `node`, which is 32 a + u for node u of supernode a.
  std::span<std::uint32_t const> tasks_on(std::uint32_t node) const {
    return {task_on_.data() + std::size_t{node} * PercsCounts::processors_per_node,
            PercsCounts::processors_per_node};
  }

 private:
  Communication const* communication_;
  std::span<std::uint32_t const> placement_;
  std::uint32_t supernodes_;
  std::vector<std::uint32_t> task_on_;
};

/// Number of members of each group of a communication in each supernode, and in all supernodes of each
/// residue modulo W.
class GroupCounts {
 public:
  GroupCounts(PlacedTasks const& tasks, std::uint32_t width, bool by_supernode);
  std::uint32_t const* in_supernode(std::size_t group) const {
    return in_supernode_.data() + group * supernodes_;
  }
  std::uint32_t const* in_residue(std::size_t group) const { return in_residue_.data() + group * width_; }

 private:
  std::uint32_t supernodes_, width_;
  std::vector<std::uint32_t> in_supernode_, in_residue_;
};

/// Groups with members in one supernode. The memory is reused.
class LocalGroups {
 public:
  struct OnNode {
    std::uint32_t node, members;  ///< node in 0..31; number of members on it
  };
  struct Local {
    std::uint32_t group = 0;
    std::uint32_t members = 0;
    std::vector<OnNode> nodes;
  };
  explicit LocalGroups(std::size_t groups) : slot_(groups, none) {}
  std::span<Local const> collect(PlacedTasks const& tasks, std::uint32_t supernode);

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  std::vector<std::uint32_t> slot_;
  std::vector<Local> locals_;
};

}  // namespace weft::load
