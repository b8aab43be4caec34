// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "weft/chart/network_view.hpp"
#include "weft/chart/svg.hpp"

namespace weft::chart {

/// The form of a drawn link: straight, bent to its left by a share of its length, or as two cut ends, one at
/// each end, that point out of the picture.
struct LinkShape {
  double bend = 0;
  bool cut_ends = false;
  Point out = {};  ///< of cut ends: from a outwards; the end at b points in the opposite direction
};

/// A word in the picture, such as the name of a part; its middle is at `at`.
struct PlacedName {
  Point at;
  std::string text;
};

/// The positions of vertices and links; y grows downwards. The unit is about the distance of neighbors.
struct VertexPlacement {
  /// All vertices at the origin, all links straight.
  explicit VertexPlacement(NetworkView const& picture)
      : at(picture.vertices.size()), shapes(picture.links.size()) {}

  std::vector<Point> at;
  std::vector<LinkShape> shapes;  ///< of the links
  double spacing = 1;             ///< the distance that circles must respect
  std::vector<PlacedName> names;  ///< of the planes of a grid, if it is drawn in planes
};

/// A grid of several dimensions as planes of the first two: planes of the third in rows; with more dimensions
/// planes of odd ones below and of even ones next to each other. nullopt if depth within a cell shows it
/// better.
std::optional<VertexPlacement> place_in_planes(NetworkView const& picture);
VertexPlacement place_on_circle(NetworkView const& picture);
/// By forces: links pull, vertices repel each other, from a start by the slowest modes of a random walk; the
/// same on every run. A network without visible structure is placed on a circle. Fruchterman and Reingold,
/// Graph drawing by force-directed placement, 1991.
VertexPlacement place_freely(NetworkView const& picture);

/// Only that start: for networks that are too large for forces.
std::vector<Point> place_by_modes(NetworkView const& picture);

VertexPlacement place(NetworkView const& picture);

/// Bends straight links that would run through other vertices, and parallel links apart.
void bend_around(NetworkView const& picture, VertexPlacement& placement);

}  // namespace weft::chart
