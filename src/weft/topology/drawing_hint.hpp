#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "weft/topology/topology.hpp"

namespace weft {

/// How the routers of a picture are arranged.
enum class PictureStyle {
  grid,    ///< place: the cell of a grid of `sides`, dimension 0 the lowest digit
  circle,  ///< in the order of place
  stages,  ///< place: the row, 0 the lowest
  rings,   ///< place: the concentric circle, 0 the outermost
  groups,  ///< place: the group, each of which is drawn as a circle
  free,    ///< without a place
};

/// How a picture should arrange the routers so that the structure is seen.
struct DrawingHint {
  PictureStyle style = PictureStyle::circle;
  std::function<std::uint32_t(RouterId)> place = [](RouterId r) { return r.v; };
  std::vector<std::uint32_t> sides = {};
};

/// `t.drawing()`: for topologies whose structure is not seen from their grid, their copies and the places of their terminals.
template <class T>
concept HintsDrawing = Topology<T> && requires(T const t) {
  { t.drawing() } -> std::same_as<DrawingHint>;
};

}  // namespace weft
