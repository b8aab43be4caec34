// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/network/network.hpp"
#include "weft/traffic/communication/communication.hpp"

namespace weft::load {

/// A lower bound on the number of edges between a set of `size` vertices of a torus grid of these sides and
/// the rest: in two dimensions 2 ceil(2 sqrt(size)), which near-squares reach, or as many as bands around the
/// torus have; in d dimensions 2 d size^((d-1)/d), less 2 size / side for every direction.
///
/// Proof. Every grid line that meets the set and is not inside it crosses at least two of these edges; at
/// most size / side_i lines of direction i are inside. If p_i lines of direction i meet the set, the product
/// of the p_i is at least size^(d-1) (Loomis and Whitney, Bull. AMS 55, 1949), so by the means their sum is
/// at least d size^((d-1)/d); in two dimensions they are whole and p_1 p_2 >= size. There, if a line of
/// direction 1 is inside, all side_1 lines of direction 2 meet the set, of which at most size / side_2 are
/// inside; likewise with 1 and 2 exchanged; else none is inside.
double least_grid_border(Sides const& sides, std::uint64_t size);

/// The minimum that a task sends to one of its neighbors in the grid, which wraps; 0 if a side is below 3.
std::uint64_t least_units_to_neighbors(Communication const& communication, Sides const& grid);

/// The minimum traffic of a communication between parts of at most `size` tasks each, whatever the parts are.
///
/// The larger of two bounds. (1) A task keeps at most the traffic to the size - 1 others to which it sends
/// the most; so does a task in a group. (2) If all neighbors in the grid send one another u units or more, a
/// part of s tasks sends u least_grid_border(s) / s per task or more; the minimum of that over all s <= size
/// holds for every task.
std::uint64_t least_units_between(Communication const& communication, Sides const& grid, std::uint64_t size);

/// An upper bound on the throughput of a node for any placement, in units of bandwidth.
struct Bound {
  std::string name;
  double throughput = 0;
  bool proven = true;  ///< else an estimate
};

/// Bounds on the throughput of any placement of a communication on a network, however it is routed; none if
/// all tasks fit on one router. Traffic that leaves a router (at least `least_units_between` parts of as many
/// tasks as a router has terminals) takes one channel or more; the channels together carry the sum of their
/// bandwidths.
std::vector<Bound> network_bounds(Network const& network, Communication const& communication,
                                  Sides const& grid);

}  // namespace weft::load
