// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "weft/network/machine.hpp"

namespace weft::queue {

/// Unit of allocation.
enum class NodeKind : std::uint8_t { terminal, router };

/// The nodes of a machine that jobs can use, in the order of its terminals, and their groups: the groups of
/// the topology (dragonfly groups, supernodes); if it has none, the leaf switches, with levels from the
/// topology or a file; otherwise the routers. A host with several adapters is one node.
class Nodes {
 public:
  /// Throws InputError if the machine has no terminals or has failures.
  Nodes(Machine machine, NodeKind kind);

  Machine const& machine() const { return machine_; }
  NodeKind kind() const { return kind_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(router_.size()); }
  std::uint32_t router(std::uint32_t node) const { return router_[node]; }
  /// Appends the terminals of a node.
  void append_terminals(std::uint32_t node, std::vector<std::uint32_t>& terminals) const;
  std::uint32_t num_terminals() const { return first_terminal_.back(); }

  std::string_view groups_are() const { return groups_are_; }
  /// Returns the levels of the routers if the topology is from a file, see file_levels().
  std::optional<std::vector<std::uint32_t>> const& levels_of_file() const { return levels_of_file_; }
  std::uint32_t num_groups() const { return static_cast<std::uint32_t>(first_in_group_.size() - 1); }
  std::uint32_t group(std::uint32_t node) const { return group_[node]; }
  /// Returns the nodes of a group in ascending order.
  std::span<std::uint32_t const> in_group(std::uint32_t group) const {
    return std::span(by_group_).subspan(first_in_group_[group],
                                        first_in_group_[group + 1] - first_in_group_[group]);
  }

 private:
  void find_nodes();
  void find_groups();

  Machine machine_;
  NodeKind kind_;
  std::string_view groups_are_;
  std::optional<std::vector<std::uint32_t>> levels_of_file_;
  std::vector<std::uint32_t> router_, first_terminal_, terminals_, group_, by_group_, first_in_group_;
};

/// The set of free nodes.
class FreeNodes {
 public:
  /// Creates the set of all nodes.
  explicit FreeNodes(Nodes const& nodes);

  std::uint32_t count() const { return count_; }
  std::uint32_t in_group(std::uint32_t group) const { return in_group_[group]; }
  bool is_free(std::uint32_t node) const { return words_[node / 64] >> node % 64 & 1; }
  void take(std::span<std::uint32_t const> nodes);
  void release(std::span<std::uint32_t const> nodes);
  /// Removes the nodes that are not free in `other`.
  void keep_common(FreeNodes const& other);
  /// Returns the first free node at or after `node`, or the number of nodes if there is none.
  std::uint32_t next(std::uint32_t node) const;
  /// Appends `count` free nodes of a group, lowest first.
  void append_from_group(std::uint32_t group, std::uint32_t count, std::vector<std::uint32_t>& out) const;
  Nodes const& nodes() const { return *nodes_; }

 private:
  Nodes const* nodes_;
  std::uint32_t count_;
  std::vector<std::uint64_t> words_;
  std::vector<std::uint32_t> in_group_;
};

}  // namespace weft::queue

namespace weft {
template <>
inline constexpr EnumValue<queue::NodeKind> enum_values<queue::NodeKind>[] = {
    {"terminal", queue::NodeKind::terminal, "a terminal, or a host with all its adapters"},
    {"router", queue::NodeKind::router, "a router with all its terminals"}};
}  // namespace weft
