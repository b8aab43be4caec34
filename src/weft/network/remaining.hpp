#pragma once

#include "weft/network/any_topology.hpp"

namespace weft {

/// A topology without what has failed, as a graph: failed routers and their terminals are gone, and the others are renumbered and
/// keep their old numbers as names. The topology itself if nothing can have failed. Throws InputError if no terminal is left.
TopologyPtr remaining(TopologyPtr topology, FailureParams const& failures);

}  // namespace weft
