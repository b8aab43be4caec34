#pragma once

#include <tuple>

#include "weft/core/param.hpp"
#include "weft/engine/queue/allocations/allocation.hpp"

namespace weft::queue {

/// Nodes that follow each other along a Hilbert curve.
class Curve {
 public:
  struct Params {
    bool fallback = true;
  };
  static constexpr std::string_view name = "curve";
  static constexpr std::string_view doc =
      "Nodes that follow each other along a Hilbert curve through the grid of routers: the smallest free run that "
      "holds the job, as in Slurm's topology/3d_torus.";
  static constexpr std::tuple schema{
      param("fallback", &Params::fallback,
            "where no run holds the job, the fewest runs that do; if false, the job waits")};

  explicit Curve(Params const& params) : params_(params) {}
  std::string_view lacks(Nodes const& nodes) const;
  AllocationPtr bind(AllocationContext const& context) const;

 private:
  Params params_;
};

}  // namespace weft::queue
