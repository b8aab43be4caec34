#pragma once

#include <string>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/network/network.hpp"
#include "weft/traffic/communication/communication.hpp"

namespace weft::load {

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
