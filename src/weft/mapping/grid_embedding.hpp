// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// The mapping `grid_embedding`: a task grid folded onto a grid of routers.
class GridEmbedding {
 public:
  struct Params {
    std::int64_t factoring = 0;
  };
  static constexpr std::string_view name = "grid_embedding";
  static constexpr std::string_view doc =
      "Embeds task grids in machines that are grids. Each side of the task grid is a product of factors, one "
      "per side of the machine (and one for the terminals of a router). The side traverses them back and forth "
      "like a reflected Gray code, so that a step on the task grid is mostly a step on the machine (the "
      "folding and unfolding of A. Bhatele et al., Automated mapping of regular communication graphs on mesh "
      "interconnects, HiPC 2010). The default is the factoring of minimum total distance between neighbors "
      "on the task grid, which wraps; equal grids therefore coincide. Other factorings may reduce the load "
      "of the most loaded channel: the mapping best tries them.";
  static constexpr std::tuple schema{
      param("factoring", &Params::factoring, Range{0, 65535},
            "number of the factoring, counted from 1 by ascending distance, with the sides of the task "
            "grid in any order along each dimension; 0: the factoring of minimum distance")};

  explicit GridEmbedding(Params const& params) : params_(params) {}
  Placement place(MappingContext const& context) const;
  static std::vector<Params> candidate_params(MappingContext const& context);

 private:
  Params params_;
};

}  // namespace weft::mapping
