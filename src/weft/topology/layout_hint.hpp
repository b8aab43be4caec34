#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <variant>
#include <vector>

#include "weft/topology/shape/cartesian_shape.hpp"
#include "weft/topology/topology.hpp"

namespace weft {

/// A topology's routers on one or more grids.
struct GridLayout {
  /// Consecutive routers. Dimension d runs along axis (first_axis + d) modulo 3; dimensions that share an axis run in strides.
  struct Part {
    CartesianShape shape;
    std::vector<bool> wraps;  ///< by dimension: its last router is linked to its first
    std::uint32_t first_router = 0, first_axis = 0;
    std::array<std::int32_t, 3> origin{};
  };
  std::vector<Part> parts;
};

/// Cubes of cubes: the values of digit k are equal boxes, each of which holds all values of the lower digits.
struct NestedLayout {
  CartesianShape digits;
};

/// Groups of equally many routers, each of which belongs together.
struct GroupLayout {
  /// Consecutive routers of which every group has equally many.
  struct Part {
    std::uint64_t first_router = 0, per_group = 0;
  };
  std::uint64_t groups = 0;
  std::vector<Part> parts;
};

/// The levels of a tree: the number of routers of each, from the leaves up. The routers of a level are consecutive.
struct LevelLayout {
  std::vector<std::uint64_t> sizes;
};

/// Routers without a structure that a layout could follow.
struct PlainLayout {
  std::uint64_t routers = 0;
};

/// How the routers of a topology belong together in space; network/layout.hpp turns it into places.
using LayoutHint = std::variant<PlainLayout, GridLayout, NestedLayout, GroupLayout, LevelLayout>;

/// `t.layout_hint()`: for topologies whose routers have a natural place.
template <class T>
concept HintsLayout = Topology<T> && requires(T const t) {
  { t.layout_hint() } -> std::convertible_to<LayoutHint>;
};

/// The hint of any topology.
template <Topology T>
LayoutHint layout_hint(T const& topology) {
  if constexpr (HintsLayout<T>)
    return topology.layout_hint();
  else
    return PlainLayout{topology.num_routers()};
}

}  // namespace weft
