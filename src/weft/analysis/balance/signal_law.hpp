#pragma once

#include <cstdint>
#include <optional>

#include "weft/network/any_topology.hpp"
#include "weft/network/layout.hpp"
#include "weft/network/topology_facts.hpp"

namespace weft {

/// The law of Leppanen & Penttonen (Sparse networks, 2007, "Real world facts") about a machine in space:
/// signals have a limited speed, and p processors take a volume, so that their distance grows as p^(1/3).
/// The law is about meters. It bounds hops only where the length of a cable is bounded.
struct SignalLaw {
  /// Mean distance of two distinct processors, along the axes.
  double mean_meters = 0;
  /// (p x volume per processor)^(1/3), the processors of a router sharing its place: the mean distance along
  /// the axes in a cube of that volume. No arrangement of equally loaded places has a mean below 0.638 of it
  /// less a pitch: a ball has the minimum mean distance of two points, 36/35 of its radius.
  double cube_side = 0;
  /// Where it is affordable to find.
  std::optional<double> longest_cable = {};

  /// Hops that a mean request needs at least, one way: each hop leads no farther than the longest cable.
  std::optional<double> min_hops() const {
    if (!longest_cable || *longest_cable <= 0) return {};
    return mean_meters / *longest_cable;
  }
};

/// The law for one network; without value for networks too large to lay out in a second.
std::optional<SignalLaw> signal_law(AnyTopology const& topology, TopologyFacts const& facts,
                                    LayoutParams const& params);

}  // namespace weft
