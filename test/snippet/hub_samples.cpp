// SPDX-License-Identifier: Apache-2.0
// The contract of topologies, which is linked to this, runs on a catalog that holds the hub alone.

#include "support/topology_view_of.hpp"
#include "weft/topology/family/hub.hpp"

namespace weft {

template TopologySamples samples_of<topology::Hub>();

}  // namespace weft
