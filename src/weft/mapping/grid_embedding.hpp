#pragma once

#include <tuple>

#include "weft/mapping/mapping.hpp"

namespace weft {

/// A grid of tasks folded onto a grid of routers.
class GridEmbedding {
 public:
  struct Params {};
  static constexpr std::string_view name = "grid_embedding";
  static constexpr std::string_view doc =
      "For task grids on machines that are grids: each side of the task grid is a product of factors, one per side of the "
      "machine (and one for the terminals of a router), and goes through them to and fro like a reflected Gray code, so that "
      "a step of a task is mostly a step of the machine (the folding and unfolding of A. Bhatele et al., Automated mapping of "
      "regular communication graphs on mesh interconnects, HiPC 2010). Of all factorings that fit, one of least total "
      "distance of the neighbours on the task grid, which wraps; equal grids fall on each other.";
  static constexpr std::tuple schema{};

  explicit GridEmbedding(Params const&) {}
  Placement place(MappingContext const& context) const;
};

}  // namespace weft
