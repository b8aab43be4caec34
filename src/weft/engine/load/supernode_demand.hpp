#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/engine/load/percs_demand.hpp"
#include "weft/engine/load/supernode_loads.hpp"
#include "weft/routing/percs/percs_paths.hpp"

namespace weft::load {

/// The demand between the contents of the nodes of PERCS (the tasks that a placement puts there): groups
/// expanded, in compressed rows, without traffic inside a node.
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
  void turn_round();
  std::vector<std::size_t> first_sent_, first_received_;
  std::vector<Entry> sent_, received_;
};

/// Units between supernodes of two residues modulo W, indexed by the sender's and the receiver's: the units
/// that indirect routing forwards between D links depend on that alone.
using ResidueTraffic = NodeMatrix;

/// The demand of each supernode, when the contents of supernode s of a placement are on supernode label[s].
/// Keeps references to all its arguments.
class SupernodeDemands {
 public:
  SupernodeDemands(PercsPaths const& paths, NodeTraffic const& traffic, std::span<std::uint32_t const> label);

  /// The demand of the contents of supernode s; content i is that of its node i.
  SupernodeDemand of(std::uint32_t s) const;

 private:
  void add_direct(std::uint32_t s, SupernodeDemand& demand) const;
  void add_indirect(std::uint32_t s, SupernodeDemand& demand) const;

  PercsPaths const& paths_;
  NodeTraffic const& traffic_;
  std::span<std::uint32_t const> label_;
  ResidueTraffic between_residues_{};
};

/// Its load under indirect routing on the L channel from node u to node v of every supernode, in units of 1 /
/// PercsPaths::denominator().
std::int64_t middle_load(PercsPaths const& paths, ResidueTraffic const& between, std::uint32_t u,
                         std::uint32_t v);

}  // namespace weft::load
