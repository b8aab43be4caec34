#pragma once

#include <tuple>

#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// Maps tasks along a curve to terminals along a curve.
class SpaceFillingCurve {
 public:
  struct Params {};
  static constexpr std::string_view name = "space_filling_curve";
  static constexpr std::string_view doc =
      "Places the tasks, in the order of a Hilbert curve of the task grid, on the terminals in order. If the "
      "routers are a grid too, the terminals follow the Hilbert curve of that grid. If sides are not powers "
      "of two, the curve is that of the enclosing cube, restricted to the grid (C. H. Hamilton and A. "
      "Rau-Chaplin, Inf. Process. Lett. 105, 2008).";
  static constexpr std::tuple schema{};

  explicit SpaceFillingCurve(Params const&) {}
  Placement place(MappingContext const& context) const;
};

}  // namespace weft::mapping
