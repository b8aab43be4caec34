#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/engine/load/node_traffic.hpp"
#include "weft/engine/load/supernode_loads.hpp"
#include "weft/routing/percs/percs_paths.hpp"

namespace weft::load {

/// How much supernodes of two residues modulo W exchange, indexed by the sender's and the receiver's: what indirect routing
/// passes on between D links depends on that alone.
using ResidueTraffic = NodeMatrix;

/// The demand of each supernode, when the contents of supernode s of a placement are on supernode label[s]. Keeps
/// references to all it is given.
class SupernodeDemands {
 public:
  SupernodeDemands(PercsPaths const& paths, NodeTraffic const& traffic, std::span<std::uint32_t const> label);

  /// Of the contents of supernode s; content i is that of its node i.
  SupernodeDemand of(std::uint32_t s) const;

 private:
  void add_direct(std::uint32_t s, SupernodeDemand& demand) const;
  void add_indirect(std::uint32_t s, SupernodeDemand& demand) const;

  PercsPaths const& paths_;
  NodeTraffic const& traffic_;
  std::span<std::uint32_t const> label_;
  ResidueTraffic between_residues_{};
};

/// What indirect routing makes of it on the L channel from node u to node v of every supernode, in units of
/// 1 / PercsPaths::denominator().
std::int64_t middle_load(PercsPaths const& paths, ResidueTraffic const& between, std::uint32_t u,
                         std::uint32_t v);

}  // namespace weft::load
