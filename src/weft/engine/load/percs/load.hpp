// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "weft/core/estimate.hpp"
#include "weft/engine/load/load.hpp"
#include "weft/engine/load/percs/demand.hpp"
#include "weft/routing/percs/percs.hpp"

namespace weft::load {

/// A number for each ordered pair of nodes of one supernode.
using NodePairs =
    std::array<std::array<std::uint64_t, PercsCounts::nodes_per_supernode>, PercsCounts::nodes_per_supernode>;

/// Visitor of the loads of all PERCS channels, in units of 1 / PercsPaths::denominator().
class PercsLoadVisitor {
 public:
  virtual ~PercsLoadVisitor() = default;
  /// Visits the L channels of supernode a: load[u][v] of the channel from node u to node v. The diagonal is
  /// 0.
  virtual void inner(std::uint32_t a, NodePairs const& load) = 0;
  /// Visits the D channels of supernode a: load[b] is the load of each of the PercsPaths::links() channels to
  /// supernode b.
  virtual void between(std::uint32_t a, std::span<std::uint64_t const> load) = 0;
};

/// Computes the exact loads of all channels, without enumerating paths: traffic that leaves a supernode is
/// summed per node and residue modulo W of the other supernode (direct), or per node only (indirect), since
/// all D links of a residue end at the same nodes.
void visit_percs_loads(PercsPaths const& paths, PlacedTasks const& tasks, PercsLoadVisitor& visitor);

/// Returns the maximum and mean load per class, in the order D, LR, LL. D links of a supernode to itself are
/// included in the maximum, LL links of a node to itself are not.
Loads percs_loads(PercsPaths const& paths, PlacedTasks const& tasks);
/// Returns percs_loads, and passes every channel to the visitor.
Loads percs_loads_and_visit(PercsPaths const& paths, PlacedTasks const& tasks, PercsLoadVisitor& visitor);

/// Throws InputError if the loads could exceed 64 bits.
void check_percs_range(PercsPaths const& paths, Communication const& communication);

/// Estimates the memory and time of the loads of `channels` channels, including a copy of each load.
Estimate estimate_percs_loads(std::uint64_t channels);

}  // namespace weft::load
