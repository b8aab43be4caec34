// SPDX-License-Identifier: Apache-2.0
// The contract tests of topologies, which are linked to this file, run on a catalog that contains only the
// hub.

#include "support/topology_view_of.hpp"
#include "weft/topology/family/hub.hpp"

namespace weft {

template TopologySamples samples_of<topology::Hub>();

}  // namespace weft
