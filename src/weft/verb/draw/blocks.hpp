#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weft/network/picture_plan.hpp"

namespace weft::verb {

/// The parts of a network that is too large for a picture of all its routers: a vertex for each.
struct Blocks {
  std::vector<std::uint32_t> of = {};  ///< router -> vertex
  PicturePlan plan = {};               ///< of the vertices
  std::string note = {};               ///< what a vertex stands for
  bool are_groups = false;             ///< one each, so that their numbers mean something
};

/// Blocks of a grid, groups, or bundles of the routers of a stage.
Blocks blocks_of(PicturePlan const& plan);

}  // namespace weft::verb
