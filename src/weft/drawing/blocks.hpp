// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weft/network/picture_plan.hpp"

namespace weft {

/// Maximum numbers of blocks of a grid, of groups of a hierarchy, and of bundles per stage or ring.
struct BlockLimits {
  std::uint64_t grid = 1, groups = 1, of_stage = 1;
  bool even = false;  ///< blocks of a grid have equal sizes if the side has a suitable divisor
};

/// A division of a large network into blocks of routers that follows the structure of its topology.
struct Blocks {
  std::vector<std::uint32_t> of = {};  ///< router -> block
  PicturePlan plan = {};               ///< arrangement of the blocks
  std::string note = {};               ///< describes a block, in a sentence without the period
  bool are_groups = false;             ///< each block is one group, with the number of the group
};

/// Renumbers values in ascending order without gaps; returns the number of distinct values. Time and memory
/// are linear in the maximum value.
std::uint32_t make_dense(std::vector<std::uint32_t>& values);

/// Returns the blocks of a plan: grid blocks, groups, copies, or bundles of a stage or ring.
Blocks blocks_of(PicturePlan const& plan, BlockLimits const& limits);

}  // namespace weft
