#pragma once

#include <cstdint>
#include <vector>

#include "weft/graph/weighted_graph.hpp"
#include "weft/network/network.hpp"

namespace weft::mapping {

/// The routers of a network and the links between them that work, both directions and parallel links taken
/// together: a link weighs the bandwidth of both directions in eighths of the minimum channel bandwidth, a
/// router its number of terminals.
WeightedGraph machine_graph(Network const& network);

/// The terminals that are still free.
class FreeTerminals {
 public:
  explicit FreeTerminals(Network const& network)
      : network_(&network), used_(network.num_routers(), 0), stamp_(network.num_routers(), 0) {}
  std::uint32_t left(RouterId router) const { return network_->terminals_at(router).count - used_[router.v]; }
  /// The next free terminal of a router.
  std::uint32_t take(RouterId router) { return network_->terminals_at(router).first.v + used_[router.v]++; }
  /// The first router with a free terminal that breadth-first search from a router meets, itself included; if
  /// none can be reached, the first of all. There must be one.
  RouterId nearest(RouterId from);

 private:
  Network const* network_;
  std::vector<std::uint32_t> used_, stamp_, queue_;
  std::uint32_t round_ = 0;
};

}  // namespace weft::mapping
