// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "weft/topology/shape/grid.hpp"

namespace weft::topology {

/// Routers in a cycle: the torus of one dimension.
class Ring : public Grid {
 public:
  struct Params {
    std::int64_t routers = 8;
    std::int64_t concentration = 1;
  };
  static constexpr std::string_view name = "ring";
  static constexpr std::string_view doc =
      "Routers in a cycle, each linked to its two neighbors: the torus of one dimension (Dally & Towles, "
      "Principles and Practices of Interconnection Networks, ch. 5). Diameter floor(routers / 2), bisection "
      "2. Two routers have one link. One channel class: dim0.";
  static constexpr std::string_view formulae =
      "links = routers, diameter = floor(routers / 2), bisection = 2";
  static constexpr std::tuple schema{
      param("routers", &Params::routers, Range{1, 4294967295}, "number of routers").size(),
      param("concentration", &Params::concentration, Range{1, 65535}, "terminals per router"),
  };
  static constexpr bool vertex_transitive = true;

  explicit Ring(Params const& params)
      : Grid({{params.routers}, params.concentration}, true), params_(params) {}
  static void check(Params const& params) { Grid::check({{params.routers}, params.concentration}); }
  static std::vector<Params> samples() { return {{1}, {2}, {3, 2}, {4}, {9}}; }
  Params const& params() const { return params_; }

 private:
  Params params_;
};

}  // namespace weft::topology
