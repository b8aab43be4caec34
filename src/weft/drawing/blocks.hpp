// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weft/network/picture_plan.hpp"

namespace weft {

/// The most blocks of a grid, groups of a hierarchy, and bundles of one stage or ring.
struct BlockLimits {
  std::uint64_t grid = 1, groups = 1, of_stage = 1;
  bool even = false;  ///< blocks of a grid have one size, where a divisor of the side is near
};

/// The routers of a large network in blocks, by the structure that its topology states.
struct Blocks {
  std::vector<std::uint32_t> of = {};  ///< router -> block
  PicturePlan plan = {};               ///< of the blocks
  std::string note = {};               ///< describes a block, in a sentence without its period
  bool are_groups = false;             ///< one each, so that their numbers mean something
};

/// Numbers values without gaps, in their order; returns how many there are. Takes time and memory in
/// proportion to the largest.
std::uint32_t make_dense(std::vector<std::uint32_t>& values);

/// Blocks of a grid, groups, copies, or bundles of a stage or ring.
Blocks blocks_of(PicturePlan const& plan, BlockLimits const& limits);

}  // namespace weft
