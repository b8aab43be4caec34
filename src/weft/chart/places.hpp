// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "weft/chart/svg.hpp"

/// Positions of the vertices of a network, without a look at its links; y grows downwards, and neighbors are
/// about a unit apart. Each takes time in proportion to the vertices. Terms are explained at NetworkView.
namespace weft::chart {

/// The cells of a grid; dimension 0 is the lowest digit of a cell. The first two run right and down, the
/// third along a diagonal within the cell; every further pair puts copies of all previous ones side by side
/// and below each other.
class GridPlaces {
 public:
  explicit GridPlaces(std::vector<std::uint32_t> sides);

  Point at(std::uint32_t cell) const;
  /// The distance that circles must respect.
  double spacing() const { return spacing_; }
  /// Records a link between two cells. All links together determine which dimensions wrap around.
  void see(std::uint32_t a, std::uint32_t b);
  /// The end at `a` of a link around a dimension that wraps; nullopt if the link is drawn whole. After see()
  /// of all links.
  std::optional<Point> cut_end(std::uint32_t a, std::uint32_t b) const;

  /// The dimension along which a link runs, or their number if it is not one alone; and how far.
  struct Run {
    std::size_t dim;
    std::uint32_t length;
  };
  Run run_of(std::uint32_t a, std::uint32_t b) const;
  /// Whether links of the dimension run around, and all others are between neighbors. After see() of all.
  bool wraps(std::size_t dim) const { return around_[dim] && !others_[dim]; }

 private:
  std::vector<std::uint32_t> sides_;
  std::vector<Point> steps_;  ///< along each dimension
  double spacing_ = 1;
  std::vector<bool> around_,
      others_;  ///< whether links span the whole side, or are between that and one step
};

/// Rows of vertices, row 0 the lowest.
class StagePlaces {
 public:
  /// `flattest`: how high the rows together are at least, as a share of the widest.
  explicit StagePlaces(std::vector<std::uint32_t> const& stage_of, double flattest = 0);

  std::vector<Point> const& at() const { return at_; }
  /// The end at `a` of a link between the first and the last of more than two rows, towards where the other
  /// end would be in the next row; nullopt for other links.
  std::optional<Point> cut_end(std::uint32_t a, std::uint32_t b) const;

 private:
  std::vector<Point> at_;
  std::size_t stages_ = 0;
  double height_ = 0;
};

/// A circle, in the order of `order`.
std::vector<Point> circle_places(std::vector<std::uint32_t> const& order);
/// Concentric circles, 0 the outermost.
std::vector<Point> ring_places(std::vector<std::uint32_t> const& ring_of);
/// Groups within groups, each a circle of circles; `parts` are the groups level by level, outermost first.
std::vector<Point> group_places(std::size_t vertices, std::vector<std::vector<std::uint32_t>> const& parts);

}  // namespace weft::chart
