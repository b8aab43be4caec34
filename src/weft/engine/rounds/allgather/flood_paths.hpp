// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "weft/core/estimate.hpp"
#include "weft/engine/rounds/allgather/allgather_flood.hpp"
#include "weft/network/layout.hpp"

namespace weft::rounds {

/// Time of a hop: alpha plus beta per meter of cable.
struct HopTime {
  double alpha_ns = 100, beta_ns_per_meter = 5;
};

/// Mean and maximum of a sample.
struct MeanAndMax {
  double mean = 0, max = 0;
};

/// Paths of messages along their trees from the source to each receiver: mean and maximum over all messages
/// and receivers. Channels are idle, so no message waits.
struct FloodPaths {
  MeanAndMax hops, meters;   ///< `meters`: cable length
  MeanAndMax time;           ///< ns
  double longest_cable = 0;  ///< longest cable that a message crosses, in meters
};

/// Returns the paths along the trees of make_flood(), using the symmetry of the layout, in time cubic in m on
/// CLEX and linear in the sides of a grid. Lenzen & Wattenhofer, arXiv 1607.00298, II-C: on CLEX a message
/// crosses at most one edge per level, so its cable length is a geometric series over the levels.
FloodPaths flood_paths(topology::Clex const& clex, FloodTrees trees, Layout const& layout,
                       HopTime const& model);
FloodPaths flood_paths(Grid const& grid, Layout const& layout, HopTime const& model);

/// Returns the paths along every tree of a flood, traced hop by hop. `receives`: returns whether a router is
/// a receiver.
FloodPaths walk_paths(Flood const& flood, std::function<bool(std::uint32_t router)> const& receives,
                      Layout const& layout, HopTime const& model);

/// Returns the estimated memory and time of flood_paths() on CLEX.
Estimate estimate_flood_paths(topology::Clex const& clex);

}  // namespace weft::rounds
