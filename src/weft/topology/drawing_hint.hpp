#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "weft/topology/topology.hpp"

namespace weft {

/// How a picture should arrange the routers so that the structure is seen.
struct DrawingHint {
  enum class Style {
    grid,    ///< place: the cell of a grid of `sides`, dimension 0 the lowest digit
    circle,  ///< in the order of place
    stages,  ///< place: the row, 0 the lowest
    rings,   ///< place: the concentric circle, 0 the outermost
    groups,  ///< place: the group, each of which is drawn as a circle
  };
  Style style = Style::circle;
  std::function<std::uint32_t(RouterId)> place = [](RouterId r) { return r.v; };
  std::vector<std::uint32_t> sides = {};
};

/// `t.drawing()`: for topologies whose structure Cartesian, Hierarchical and the places of their terminals do not tell.
template <class T>
concept HintsDrawing = Topology<T> && requires(T const t) {
  { t.drawing() } -> std::same_as<DrawingHint>;
};

}  // namespace weft
