// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/network/network.hpp"
#include "weft/traffic/communication/communication.hpp"

namespace weft::load {

/// Returns a lower bound on the number of edges between a set of `size` vertices of a torus grid with sides
/// `sides` and the rest: in two dimensions 2 ceil(2 sqrt(size)), attained by near-squares, or the edges of
/// bands around the torus; in d dimensions 2 d size^((d-1)/d), less 2 size / side for every dimension.
///
/// Proof. Every grid line that intersects the set and is not inside it contains at least two of these edges;
/// at most size / side_i lines of dimension i are inside. If p_i lines of dimension i intersect the set, the
/// product of the p_i is at least size^(d-1) (Loomis and Whitney, Bull. AMS 55, 1949), so by the inequality
/// of arithmetic and geometric means their sum is at least d size^((d-1)/d); in two dimensions they are
/// integers and p_1 p_2 >= size. If a line of dimension 1 is inside, all side_1 lines of dimension 2
/// intersect the set, of which at most size / side_2 are inside; likewise with 1 and 2 exchanged; otherwise
/// no line is inside.
double min_grid_border(Sides const& sides, std::uint64_t size);

/// Returns the minimum number of units that a task sends to one of its neighbors in the torus grid; 0 if a
/// side is below 3.
std::uint64_t min_units_to_neighbors(Communication const& communication, Sides const& grid);

/// Returns a lower bound on the units that tasks in different parts exchange, for any partition of the tasks
/// into parts of at most `size` tasks.
///
/// It is the larger of two bounds. (1) At most the traffic of a task to the size - 1 other tasks to which it
/// sends the most stays in its part; likewise in groups. (2) If all neighbors in the grid send each other at
/// least u units, a part of s tasks sends at least u min_grid_border(s) / s per task; the minimum over all s
/// <= size applies to every task.
std::uint64_t min_units_between(Communication const& communication, Sides const& grid, std::uint64_t size);

/// An upper bound on the throughput of a node under any placement, in units of bandwidth.
struct Bound {
  std::string name;
  double throughput = 0;
  bool proven = true;  ///< false: an estimate
};

/// Returns upper bounds on the throughput of a communication under any placement and any routing; empty if
/// all tasks fit on one router. At least min_units_between(.., terminals of the largest router) units leave
/// their router; each crosses at least one channel, and the channels together carry the sum of their
/// bandwidths.
std::vector<Bound> network_bounds(Network const& network, Communication const& communication,
                                  Sides const& grid);

}  // namespace weft::load
