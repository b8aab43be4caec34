// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "weft/core/estimate.hpp"
#include "weft/engine/rounds/allgather/allgather_flood.hpp"
#include "weft/network/layout.hpp"

namespace weft::rounds {

/// The time of a hop: alpha, and beta per meter of cable.
struct HopTime {
  double alpha_ns = 100, beta_ns_per_meter = 5;
};

/// The mean and the maximum of a sample.
struct MeanAndMax {
  double mean = 0, max = 0;
};

/// The way of a message from its source along its tree to each router that it is for, over all messages and
/// routers. No message waits: channels are free.
struct FloodPaths {
  MeanAndMax hops, meters;   ///< meters of cable
  MeanAndMax time;           ///< ns
  double longest_cable = 0;  ///< meters, of the cables that messages cross
};

/// Along the trees of make_flood for the machine, by the symmetry of its layout: in time cubic in m on CLEX,
/// linear in the sides of a grid. Lenzen & Wattenhofer, arXiv 1607.00298, II-C: on CLEX a message crosses one
/// edge per level at most, so that its cable is a geometric series of the lengths of one edge of each level.
FloodPaths flood_paths(topology::Clex const& clex, FloodTrees trees, Layout const& layout,
                       HopTime const& model);
FloodPaths flood_paths(Grid const& grid, Layout const& layout, HopTime const& model);

/// Along every tree of a flood, hop by hop. `receives`: whether a router is one that messages are for.
FloodPaths walk_paths(Flood const& flood, std::function<bool(std::uint32_t router)> const& receives,
                      Layout const& layout, HopTime const& model);

/// The memory and time of flood_paths on CLEX with m values of a digit.
Estimate estimate_flood_paths(topology::Clex const& clex);

}  // namespace weft::rounds
