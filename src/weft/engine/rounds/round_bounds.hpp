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

/// Lower bounds on the rounds of any routing that delivers all messages, which start together. A message
/// between two terminals of a router needs no channel. A channel with a fractional bandwidth carries up to
/// one message more than its bandwidth times the rounds.
struct RoundBounds {
  /// The messages that a router must send or receive, divided by the bandwidth of its channels.
  double node = 0;
  /// The messages that must cross the middle of the network in one direction, divided by the bandwidth of the
  /// crossing channels: between the halves of the routers by number, and across each dimension of a grid.
  double cut = 0;

  /// Returns the larger bound.
  double rounds() const;
  /// Returns the table `bounds`: both bounds, and the makespan relative to the larger one.
  Table table(std::uint64_t makespan) const;
};

/// Returns the bounds for messages that are stored and forwarded; failed channels carry none. `grid`: null on
/// other networks.
RoundBounds round_bounds(Network const& network, GridGeometry const* grid, Traffic const& traffic);

/// Returns the bounds for phases of A(l), where channels have bandwidth 1 and single links m times as much,
/// without visiting channels. The cut is between the lower half of the copies of the highest level and the
/// others.
RoundBounds round_bounds(topology::Clex const& clex, Traffic const& traffic);

/// Returns the estimate of counting the messages.
Estimate estimate_bounds(double routers, double messages);

}  // namespace weft::rounds
