// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "weft/topology/metric/known_metrics.hpp"
#include "weft/topology/shape/cartesian_shape.hpp"
#include "weft/topology/shape/concentrated.hpp"
#include "weft/topology/topology.hpp"

/// The optional properties of a family of topologies beyond the concept Topology: closed forms (metric/), its
/// layout in space, its drawing, the digits that its channels move, and the series along which it grows.
namespace weft {

/// Returns base^exponent modulo 2^64. Both arguments must be >= 0.
std::uint64_t power(std::int64_t base, std::int64_t exponent);

/// An arrangement of the routers on one or more grids.
struct GridLayout {
  /// A grid of consecutive routers. Dimension d runs along axis (first_axis + d) modulo 3; if several
  /// dimensions share an axis, the higher ones use strides.
  struct Part {
    CartesianShape shape;
    std::vector<bool> wraps;  ///< whether the last router of each dimension is linked to its first
    std::uint32_t first_router = 0, first_axis = 0;
    std::array<std::int32_t, 3> origin{};
  };
  std::vector<Part> parts;
};

struct InnerLayout;

/// Nested cubes: the values of digit k are equal boxes, each of which contains all values of the lower
/// digits.
struct NestedLayout {
  CartesianShape digits;
  std::shared_ptr<InnerLayout const> lowest = {};  ///< layout of the values of digit 0; null: a box
};

/// Groups with the same number of routers each.
struct GroupLayout {
  /// Consecutive routers, divided evenly among the groups.
  struct Part {
    std::uint64_t first_router = 0, per_group = 0;
  };
  std::uint64_t groups = 0;
  std::vector<Part> parts;
};

/// The levels of a tree: the number of routers on each level, from the leaves up. The routers of a level have
/// consecutive numbers.
struct LevelLayout {
  std::vector<std::uint64_t> sizes;
};

/// Routers without a structure that determines a layout.
struct PlainLayout {
  std::uint64_t routers = 0;
};

/// The grouping of a topology's routers in space; network/layout.hpp converts it to positions.
using LayoutHint = std::variant<PlainLayout, GridLayout, NestedLayout, GroupLayout, LevelLayout>;

/// A layout hint for a part of the routers. Completes the recursive type NestedLayout.
struct InnerLayout {
  LayoutHint hint;
};

/// Topologies with a natural arrangement of their routers in space: `t.layout_hint()`.
template <class T>
concept HintsLayout = Topology<T> && requires(T const t) {
  { t.layout_hint() } -> std::convertible_to<LayoutHint>;
};

/// Returns the layout hint of any topology; PlainLayout if it defines none.
template <Topology T>
LayoutHint layout_hint(T const& topology) {
  if constexpr (HintsLayout<T>) return topology.layout_hint();
  return PlainLayout{topology.num_routers()};
}

/// Arrangement of the routers in a picture.
enum class PictureStyle {
  grid,    ///< position: the cell of a grid of `sides`, dimension 0 is the lowest digit
  circle,  ///< ordered by position
  stages,  ///< position: the row, 0 the lowest
  rings,   ///< position: the concentric circle, 0 the outermost
  groups,  ///< position: the group, which is drawn as a circle
  free,    ///< position is unused
};

/// Arrangement of the routers in a picture that shows the structure of the topology.
struct DrawingHint {
  PictureStyle style = PictureStyle::circle;
  std::function<std::uint32_t(RouterId)> position = [](RouterId r) { return r.v; };
  std::vector<std::uint32_t> sides = {};
};

/// Topologies with a structure that is not apparent from a grid, copies or positions of terminals:
/// `t.drawing()`.
template <class T>
concept HintsDrawing = Topology<T> && requires(T const t) {
  { t.drawing() } -> std::same_as<DrawingHint>;
};

/// The channels of one class between routers numbered by words of digits (see NestedLayout). Each channel
/// moves some digits, which vary independently, so that the lengths of all channels can be computed without
/// visiting them.
struct DigitCourse {
  /// Digit `from` of the source router becomes digit `to` of the target router. If `from` is unset, digit
  /// `to` is new; if `to` is unset, digit `from` is dropped.
  struct Move {
    std::optional<std::uint32_t> to, from;
  };
  std::uint64_t channels = 0;     ///< including self loops
  std::uint64_t loops = 0;        ///< self loops
  std::uint64_t repetitions = 1;  ///< channels with equal values of all moved digits
  bool swap = false;              ///< exchanges two digits
  std::vector<Move> moves;
  /// Alternative to moves, for channels that change digit 0 only: its values at the source and the target of
  /// each channel. Excludes self loops.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> steps = {};
};

/// Topologies that describe their channels by digits: `t.digit_courses()` returns one course per channel
/// class.
template <class T>
concept HasDigitCourses = Topology<T> && requires(T const t) {
  { t.digit_courses() } -> std::same_as<std::vector<DigitCourse>>;
};

/// The arguments of one member of each series along which a family grows, such as "sides=4x4x4".
using Members = std::vector<std::string>;

/// Families that grow along series: `T::members(i)` returns the i-th member of each series, i = 1, 2, .., in
/// ascending size; some may not exist. The series follow real machines: near-cubic grids, balanced
/// dragonflies (the i-th member is closest to i terminals). A family without series grows by each of its
/// integer size parameters.
template <class T>
concept GrowsInSeries = Topology<T> && requires(std::uint64_t i) {
  { T::members(i) } -> std::same_as<Members>;
};

/// Returns `text` with every # replaced by `i`.
std::string numbered(std::string text, std::uint64_t i);

/// Returns the parameter "sides=.." for a grid of `dimensions` sides >= 2, at most a factor of two apart,
/// with a product closest to i.
std::string near_cubic_sides(std::uint64_t dimensions, std::uint64_t i);

}  // namespace weft
