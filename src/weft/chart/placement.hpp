// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "weft/chart/network_view.hpp"
#include "weft/chart/svg.hpp"

namespace weft::chart {

/// Shape of a drawn link: straight, bent to its left by a fraction of its length, or two cut ends that point
/// out of the picture.
struct LinkShape {
  double bend = 0;
  bool cut_ends = false;
  Point out = {};  ///< of cut ends: from a outwards; the end at b points in the opposite direction
};

/// A label in the picture, such as the name of a plane, centered at `at`.
struct PlacedName {
  Point at;
  std::string text;
};

/// Positions of vertices and shapes of links; y grows downwards. Neighbors are about a unit apart.
struct VertexPlacement {
  /// Places all vertices at the origin, with straight links.
  explicit VertexPlacement(NetworkView const& picture)
      : at(picture.vertices.size()), shapes(picture.links.size()) {}

  std::vector<Point> at;
  std::vector<LinkShape> shapes;  ///< of the links
  double spacing = 1;             ///< minimum distance of vertices, which limits their radius
  std::vector<PlacedName> names;  ///< of the planes of a grid, if it is drawn in planes
};

/// Lays out a grid of three or more dimensions as planes of dimensions 0 and 1. In three dimensions, the
/// planes fill rows; in more, they repeat side by side along dimensions 2, 4, .. and below each other along
/// dimensions 3, 5, ... Returns nullopt if dimension 2 is more readable as depth within a cell.
std::optional<VertexPlacement> place_in_planes(NetworkView const& picture);
VertexPlacement place_on_circle(NetworkView const& picture);
/// Returns a force-directed layout: links attract, vertices repel each other. It starts from place_by_modes()
/// and is deterministic. A network without visible structure is laid out on a circle. Fruchterman and
/// Reingold, Graph drawing by force-directed placement, 1991.
VertexPlacement place_force_directed(NetworkView const& picture);

/// Returns a spectral layout from the slowest modes of a random walk, for networks that are too large for a
/// force-directed one.
std::vector<Point> place_by_modes(NetworkView const& picture);

VertexPlacement place(NetworkView const& picture);

/// Bends straight links that would pass through other vertices, and separates parallel links.
void bend_around(NetworkView const& picture, VertexPlacement& placement);

}  // namespace weft::chart
