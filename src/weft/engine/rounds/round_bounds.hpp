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

/// Lower bounds on the rounds in which any routing can deliver all messages if they start together. A message
/// between two terminals of the same router uses no channel. A channel with a fractional bandwidth carries up
/// to one message more than its bandwidth times the rounds.
struct RoundBounds {
  /// Maximum over the routers of the number of messages that a router must send or receive, divided by the
  /// bandwidth of its output or input channels.
  double node = 0;
  /// Number of messages that must cross a central cut of the network in one direction, divided by the
  /// bandwidth of the crossing channels. The maximum over the cut between the lower and the upper half of the
  /// router indices, and the cuts through the midpoint of each dimension of a grid.
  double cut = 0;

  /// Returns the larger bound.
  double rounds() const;
  /// Returns the table `round_bounds`: both bounds, and the ratio of the makespan to the larger one.
  Table table(std::uint64_t makespan) const;
};

/// Returns the bounds for store and forward; failed channels have bandwidth 0. `grid`: null if the network is
/// not a grid.
RoundBounds round_bounds(Network const& network, GridGeometry const* grid, Traffic const& traffic);

/// Returns the bounds for phases of A(l), in which channels have bandwidth 1 and single links bandwidth m;
/// they are computed without enumerating the channels. The cut separates the lower half of the copies of the
/// highest level from the others.
RoundBounds round_bounds(topology::Clex const& clex, Traffic const& traffic);

/// Returns the estimated memory and time of round_bounds().
Estimate estimate_bounds(double routers, double messages);

}  // namespace weft::rounds
