#pragma once

#include <tuple>

#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// Tasks along a curve onto terminals along a curve.
class SpaceFillingCurve {
 public:
  struct Params {};
  static constexpr std::string_view name = "space_filling_curve";
  static constexpr std::string_view doc =
      "The task grid along a Hilbert curve of its dimensions, onto the terminals in order; where the routers form a grid "
      "themselves, onto the Hilbert curve of that grid. Sides that are no powers of two cut the curve of the cube around "
      "(C. H. Hamilton and A. Rau-Chaplin, Inf. Process. Lett. 105, 2008).";
  static constexpr std::tuple schema{};

  explicit SpaceFillingCurve(Params const&) {}
  Placement place(MappingContext const& context) const;
};
}  // namespace weft::mapping
