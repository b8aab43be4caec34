// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "weft/core/estimate.hpp"
#include "weft/core/table.hpp"
#include "weft/network/geometry/grid_geometry.hpp"
#include "weft/network/network.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/traffic/traffic.hpp"

namespace weft::rounds {

/// Lower bounds on the rounds of any routing that delivers all messages, which start at the same time. A
/// message between two terminals of a router needs no channel. A channel whose bandwidth is no whole number
/// carries up to one message more than its bandwidth times the rounds.
struct RoundBounds {
  /// The messages that a router must send or receive, over the bandwidth of its channels.
  double node = 0;
  /// The messages that must cross the middle of the network in one direction, over the bandwidth of the
  /// channels that do: between the halves of the routers by number, and across each dimension of a grid.
  double cut = 0;

  /// The larger of the two.
  double rounds() const;
  /// Table `bounds`: both, and the makespan relative to the larger.
  Table table(std::uint64_t makespan) const;
};

/// For messages that are stored and forwarded; channels that have failed carry none. `grid`: null for others.
RoundBounds round_bounds(Network const& network, GridGeometry const* grid, Traffic const& traffic);

/// For phases of A(l), where channels have bandwidth 1 and single links m times as much. No channel is
/// visited. The cut is between the lower half of the copies of the highest level and the others.
RoundBounds round_bounds(topology::Clex const& clex, Traffic const& traffic);

/// Counting the messages.
Estimate estimate_bounds(double routers, double messages);

}  // namespace weft::rounds
