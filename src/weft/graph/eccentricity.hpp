// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/graph/graph.hpp"

namespace weft {

/// Returns the eccentricity of each vertex, which is the maximum number of hops to any other vertex, or
/// `unreachable` if a vertex has no path from it. Ignores ends. Searches from 64 sources simultaneously, one
/// bit each, on all threads (M. Then et al., The more the merrier: efficient multi-source graph traversal,
/// VLDB 2014).
std::vector<std::uint32_t> eccentricities(Graph const& graph);

}  // namespace weft
