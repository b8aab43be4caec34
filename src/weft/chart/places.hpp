// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "weft/chart/svg.hpp"

/// Positions of the vertices of a network, regardless of its links; y grows downwards, and neighbors are
/// about a unit apart. All functions run in nearly linear time. For the terms see NetworkView.
namespace weft::chart {

/// The cells of a grid; dimension 0 is the lowest digit of a cell. The first two dimensions run right and
/// down, the third along a diagonal within the cell; every further pair puts copies of all previous
/// dimensions side by side and below each other.
class GridPositions {
 public:
  explicit GridPositions(std::vector<std::uint32_t> sides);

  Point at(std::uint32_t cell) const;
  /// Returns the minimum distance of vertices, which limits their radius.
  double spacing() const { return spacing_; }
  /// Records a link between two cells. The set of all links determines which dimensions wrap around.
  void see(std::uint32_t a, std::uint32_t b);
  /// Returns the offset from `a` to the cut end of a wraparound link between `a` and `b`; nullopt if the link
  /// is drawn whole. Must be called after see() of all links.
  std::optional<Point> cut_end(std::uint32_t a, std::uint32_t b) const;

  /// The dimension along which a link runs (the number of dimensions if it changes several), and its length
  /// in cells.
  struct Run {
    std::size_t dim;
    std::uint32_t length;
  };
  Run run_of(std::uint32_t a, std::uint32_t b) const;
  /// Returns whether links of the dimension wrap around and all its other links connect neighbors. Must be
  /// called after see() of all links.
  bool wraps(std::size_t dim) const { return around_[dim] && !others_[dim]; }

 private:
  std::vector<std::uint32_t> sides_;
  std::vector<Point> steps_;  ///< along each dimension
  double spacing_ = 1;
  std::vector<bool> around_,
      others_;  ///< by dimension: whether it has links over the whole side; other links longer than a step
};

/// Rows of vertices; row 0 is the lowest.
class StagePositions {
 public:
  /// `flattest`: minimum height of all rows together, relative to the width of the widest row.
  explicit StagePositions(std::vector<std::uint32_t> const& stage_of, double flattest = 0);

  std::vector<Point> const& at() const { return at_; }
  /// Returns the offset from `a` to the cut end of a link between the first and the last of more than two
  /// rows; it points as if `b` were in the adjacent row. Returns nullopt for other links.
  std::optional<Point> cut_end(std::uint32_t a, std::uint32_t b) const;

 private:
  std::vector<Point> at_;
  std::size_t stages_ = 0;
  double height_ = 0;
};

/// Returns positions on a circle; the vertices are sorted by their values in `order`.
std::vector<Point> circle_places(std::vector<std::uint32_t> const& order);
/// Returns positions on concentric circles; circle 0 is the outermost.
std::vector<Point> ring_places(std::vector<std::uint32_t> const& ring_of);
/// Returns positions in nested groups, each a circle of circles; `parts`: the groups level by level,
/// outermost first.
std::vector<Point> group_places(std::size_t vertices, std::vector<std::vector<std::uint32_t>> const& parts);

}  // namespace weft::chart
