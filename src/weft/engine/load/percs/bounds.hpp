// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "weft/core/param.hpp"
#include "weft/engine/load/network_bounds.hpp"
#include "weft/routing/percs/percs.hpp"
#include "weft/traffic/communication/communication.hpp"

namespace weft::load {

/// Returns upper bounds in GB/s on the throughput of a communication under any placement on PERCS, for any
/// use of nodes and supernodes, the tightest first. Below, at least X of the U units of T tasks leave
/// supernodes, Y leave drawers and Z leave nodes (min_units_between for parts of 128, 32 and 4 tasks); a load
/// of t units per GB/s on the most loaded channel corresponds to a throughput of 4 U / T / t.
///
/// D links. Direct: at least one of the ns (ns - 1) ordered pairs of supernodes exchanges ceil(X / (ns (ns -
/// 1))) units or more, over nd links of 10 GB/s. Indirect: one supernode sends, and one receives, ceil(X /
/// ns) units or more, and each of the nd links between these two carries a fraction 1 / (ns nd) of both.
///
/// All channels together. Let x >= X units leave supernodes, r units leave drawers but not supernodes, and s
/// units leave nodes but not drawers; x + r >= Y and x + r + s >= Z. A striped unit of r loads LL channels by
/// 7/8 and LR channels by 1, one of s LL channels by 14/8 (the hop of a node to itself, one of 8, is free);
/// single hops by 1. Direct, a unit of x has its first and last L hop spread over nd nodes: at most ceil(nd /
/// 4) of these are in its own drawer, exactly nd / 4 if nd >= 4, and one of them may be its own node.
/// Indirect, the hops are spread over all nodes in proportion to their D ports. The sums over all channels of
/// a class are at most t times the number of channels times their bandwidth: 768 ns of 5 GB/s, 224 ns of 21
/// GB/s, and ns (ns - 1) nd (indirectly ns^2 nd, loops included, each unit twice) of 10 GB/s. The bound is
/// the minimum t for which some x, r, s satisfy all constraints: a linear program, solved by bisection.
///
/// Estimate for the halo of a grid in two dimensions, not proven: if all tiles have equal area, 6 sides on
/// average (Euler's formula on the torus) and a perimeter of 4 sqrt(area), at least two supernodes share
/// 18.475 / sqrt(ns - 1) edges.
std::vector<Bound> percs_bounds(PercsPaths const& paths, Communication const& communication,
                                Sides const& grid);

}  // namespace weft::load
