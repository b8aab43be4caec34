#pragma once

#include <cstdint>
#include <vector>

#include "weft/topology/shape/grid.hpp"

namespace weft::rounds {

/// The reach of messages along each dimension: up to `reach` hops by plus, the rest by minus.
class GridReach {
 public:
  explicit GridReach(Grid const& grid) {
    for (std::uint32_t dim = 0; dim < grid.shape().dims(); ++dim)
      axes_.push_back({grid.shape().side(dim), grid.wraps(dim)});
  }
  std::uint32_t dims() const { return static_cast<std::uint32_t>(axes_.size()); }
  /// Two routers with one link: both directions are the same, called plus.
  bool is_pair(std::uint32_t dim) const { return axes_[dim].side == 2 && !axes_[dim].wraps; }
  bool has_ties(std::uint32_t dim) const { return axes_[dim].wraps && axes_[dim].side % 2 == 0; }
  bool any_ties() const {
    for (std::uint32_t dim = 0; dim < dims(); ++dim)
      if (has_ties(dim)) return true;
    return false;
  }

  /// Hops that a message from coordinate `from` takes along dim; `odd`: its source's tie bit.
  std::uint32_t hops(std::uint32_t dim, bool plus, std::uint32_t from, bool odd) const {
    auto const side = axes_[dim].side;
    if (is_pair(dim)) return plus;
    if (!axes_[dim].wraps) return plus ? side - 1 - from : from;
    auto const half = (side - 1) / 2;
    return half + (has_ties(dim) && plus != odd);
  }

 private:
  struct Axis {
    std::uint32_t side;
    bool wraps;
  };
  std::vector<Axis> axes_;
};

}  // namespace weft::rounds
