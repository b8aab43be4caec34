#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/collective/trees/tree.hpp"

namespace weft::collective {

/// Trees from (to) the root without a common channel, each with all of `wanted`, as many as a search finds. No more than the least number of
/// channels into (out of) a wanted vertex are possible, and by Edmonds' theorem (Edge-disjoint branchings, 1973) as many as there are
/// arc-disjoint paths to every vertex; the search need not find all of these. All trees grow at the same time, breadth first, one channel in
/// turn; where one has no way on to a vertex, it takes a channel over from another tree that reaches the vertex otherwise. If a
/// tree misses a vertex in the end, the search begins again with one tree fewer. Empty if a vertex cannot be reached at all.
std::vector<Tree> pack_trees(TransferNetwork const& network, std::uint32_t root, Way way,
                             std::span<std::uint32_t const> wanted);

}  // namespace weft::collective
