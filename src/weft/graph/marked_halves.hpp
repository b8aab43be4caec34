#pragma once

#include <cstdint>
#include <span>

#include "weft/graph/halves.hpp"

namespace weft {

/// A division of a symmetric graph with floor(k/2) of the k marked vertices on one side and the others on the other, with few edges
/// between the sides; the vertices without mark lie where they cut least. METIS, then single moves and exchanges while
/// they help.
Division halves_of_marked(Graph const& graph, std::span<std::uint8_t const> marked, std::uint64_t seed);

}  // namespace weft
