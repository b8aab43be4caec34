#pragma once

#include <cstdint>
#include <vector>

#include "weft/collective/trees/tree.hpp"
#include "weft/collective/trees/tree_parts.hpp"

namespace weft::collective {

/// Blocks 0 .. blocks - 1 over `trees` trees in turn.
std::vector<std::vector<std::uint32_t>> deal_blocks(std::uint32_t blocks, std::size_t trees);

/// Block r * packets + q, for packet q of each rank but `without`, to one of the first `count` trees, equally
/// many to each (the first may get one more): those that gain most from a tree choose it first.
std::vector<std::vector<Parcel>> deal_parcels(std::vector<Tree> const& trees, std::size_t count,
                                              std::vector<std::uint32_t> const& ranks, std::uint32_t packets,
                                              std::uint32_t without);

}  // namespace weft::collective
