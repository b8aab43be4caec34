#pragma once

#include <functional>
#include <memory>

#include "weft/network/machine.hpp"
#include "weft/routing/routing.hpp"
#include "weft/topology/topology.hpp"

namespace weft {

/// What routings may ask for when they are bound to a topology.
struct BindContext {
  std::function<NetworkPtr()> network;  ///< the topology as flat arrays, built when somebody asks
  std::uint64_t seed = 1;
  bool failures = false;  ///< the network has failures that routings must know of
};

}  // namespace weft
