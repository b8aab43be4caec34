// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "weft/graph/graph.hpp"

namespace weft {

/// Returns the vertices of a symmetric graph in an order that places neighbors close to each other: the order
/// of E. Cuthill and J. McKee (Reducing the bandwidth of sparse symmetric matrices, 1969), breadth first from
/// a peripheral vertex of each component, reversed as by A. George (1971).
std::vector<Vertex> reverse_cuthill_mckee(Graph const& graph);

}  // namespace weft
