#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/collective/trees/tree.hpp"

namespace weft::collective {

/// Trees from (to) the root without a common channel, each with all of `wanted`, as many as a search finds.
/// The minimum number of channels into (out of) a wanted vertex bounds their number. By Edmonds' theorem
/// (Edge-disjoint branchings, 1973) there are as many as arc-disjoint paths to every vertex; the search need
/// not find them all. All trees grow at the same time, breadth first, one channel in turn. A tree that cannot
/// reach a vertex takes over a channel from another tree that can do without it. If a tree misses a vertex in
/// the end, the search begins again with one tree fewer. Empty if a vertex cannot be reached at all.
std::vector<Tree> pack_trees(TransferNetwork const& network, std::uint32_t root, Way way,
                             std::span<std::uint32_t const> wanted);

}  // namespace weft::collective
