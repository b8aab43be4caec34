// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "weft/engine/load/percs/demand.hpp"
#include "weft/engine/load/percs/load.hpp"
#include "weft/routing/percs/percs.hpp"

namespace weft::load {

/// A signed number for each ordered pair of nodes, or of contents of nodes, of one supernode.
using NodeMatrix =
    std::array<std::array<std::int64_t, PercsCounts::nodes_per_supernode>, PercsCounts::nodes_per_supernode>;

/// Loads of the L channels of one supernode that depend on the assignment of contents (the tasks of one node)
/// to nodes. All loads are in units of 1 / PercsPaths::denominator().
struct SupernodeDemand {
  NodeMatrix stay{};    ///< from content to content; the diagonal is 0
  NodeMatrix first{};   ///< first hops of a content: by content, and node to which the channel leads
  NodeMatrix last{};    ///< last hops to a content: by content, and node from which the channel starts
  NodeMatrix middle{};  ///< from node to node, independent of the contents
  bool striped = true;  ///< see PercsInside::striped
};

/// Weights that make the times of the classes comparable in integers: time * percs_time = load * weight.
inline constexpr std::int64_t ll_weight = 10, lr_weight = 42, d_weight = 21, percs_time = 210;

/// Loads of the L channels of one supernode, updated with each swap of the contents of two nodes, without
/// allocation.
class SupernodeLoads {
 public:
  /// Starts with content u on node u.
  explicit SupernodeLoads(SupernodeDemand const& demand);

  /// Exchanges the contents of nodes u and v.
  void swap(std::uint32_t u, std::uint32_t v);
  std::uint32_t content(std::uint32_t node) const { return content_[node]; }
  std::int64_t load(std::uint32_t u, std::uint32_t v) const { return load_[u][v]; }

  /// Returns the maximum weighted load.
  std::int64_t max_load() const;
  /// Returns the sum of the excess of all weighted loads over the limit.
  std::int64_t excess(std::int64_t limit) const;

 private:
  void renew_row(std::uint32_t u);
  void renew_column(std::uint32_t v);
  std::int64_t local(std::uint32_t u, std::uint32_t v) const;

  static constexpr std::uint32_t size = PercsCounts::nodes_per_supernode,
                                 drawer = PercsCounts::nodes_per_drawer;
  SupernodeDemand demand_;
  std::array<std::uint32_t, size> content_{};
  std::array<std::int64_t, size> from_{};  // by content: units that it sends inside the supernode
  std::array<std::array<std::int64_t, size>, size / drawer>
      from_drawer_{};  // by drawer and content: units that the drawer sends to the content
  NodeMatrix load_{};  // the diagonal is 0
};

/// Demand between the contents of PERCS nodes (the tasks placed on a node), in compressed sparse rows, with
/// groups expanded, and without traffic inside a node.
class NodeTraffic {
 public:
  struct Entry {
    std::uint32_t node = 0;
    std::uint64_t units = 0;
  };

  explicit NodeTraffic(PlacedTasks const& tasks);

  std::uint32_t num_nodes() const { return static_cast<std::uint32_t>(first_sent_.size() - 1); }
  std::span<Entry const> sent(std::uint32_t node) const { return row(first_sent_, sent_, node); }
  std::span<Entry const> received(std::uint32_t node) const { return row(first_received_, received_, node); }

 private:
  static std::span<Entry const> row(std::vector<std::size_t> const& first, std::vector<Entry> const& entries,
                                    std::uint32_t node) {
    return {entries.data() + first[node], entries.data() + first[node + std::size_t{1}]};
  }
  void transpose();
  std::vector<std::size_t> first_sent_, first_received_;
  std::vector<Entry> sent_, received_;
};

/// Units between the supernodes of two residues modulo W, indexed by the residues of sender and receiver;
/// they determine the units that indirect routing forwards between D links.
using ResidueTraffic = NodeMatrix;

/// Demand of each supernode if the contents of supernode s of a placement are on supernode label[s]. Keeps
/// references to all its arguments.
class SupernodeDemands {
 public:
  SupernodeDemands(PercsPaths const& paths, NodeTraffic const& traffic, std::span<std::uint32_t const> label);

  /// Returns the demand of the contents of supernode s; content i is the content of its node i.
  SupernodeDemand of(std::uint32_t s) const;

 private:
  void add_direct(std::uint32_t s, SupernodeDemand& demand) const;
  void add_indirect(std::uint32_t s, SupernodeDemand& demand) const;

  PercsPaths const& paths_;
  NodeTraffic const& traffic_;
  std::span<std::uint32_t const> label_;
  ResidueTraffic between_residues_{};
};

/// Returns the load of forwarded traffic under indirect routing on the L channel from node u to node v of
/// every supernode, in units of 1 / PercsPaths::denominator().
std::int64_t middle_load(PercsPaths const& paths, ResidueTraffic const& between, std::uint32_t u,
                         std::uint32_t v);

}  // namespace weft::load
