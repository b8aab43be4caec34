#pragma once

#include "weft/routing/vc/grid_legs.hpp"
#include "weft/routing/vc/subject.hpp"

namespace weft::vc {

/// The routing `valiant`.
struct Valiant {
  using Params = RingParams;
  static constexpr std::string_view name = "valiant";
  static constexpr std::string_view doc =
      "By way of an intermediate router chosen uniformly at random (Valiant & Brebner, Universal schemes for "
      "parallel communication, STOC 1981), on grids in dimension order on either leg: makes all traffic as good "
      "as two times uniform traffic. Each leg has half of the virtual channels: two on meshes, hypercubes and "
      "HyperX, four where dimensions wrap.";
  static constexpr auto schema = ring_schema;
  static constexpr std::string_view needs = "a grid (torus, mesh, hypercube, hyperx, ..)";

  explicit Valiant(Params const& params) : params_(params) {}
  bool serves(Subject const& subject) const { return subject.grid != nullptr; }
  std::uint32_t vcs_needed(Subject const& subject) const;
  RoutingPtr bind(Subject const& subject, VcSupply const& supply) const;

 private:
  Params params_;
};

}  // namespace weft::vc
