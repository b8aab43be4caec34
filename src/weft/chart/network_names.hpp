#pragma once

#include <vector>

#include "weft/chart/network_view.hpp"
#include "weft/chart/svg.hpp"

namespace weft::chart {

/// A drawn network: where its vertices are in pixels, and how large.
struct DrawnVertices {
  std::vector<Point> at;
  double radius = 1, width = 0;  ///< of a vertex; of the picture
};

/// Whether the name of every outermost group has room in its middle.
bool group_names_fit(NetworkView const& view, DrawnVertices const& drawn);

/// Names the outermost groups: in their middles, or where these have no room by their numbers outside.
void add_group_names(Element& out, NetworkView const& view, DrawnVertices const& drawn);

/// The names of vertices, if they have any and are few.
void add_vertex_names(Element& out, NetworkView const& view, DrawnVertices const& drawn);

}  // namespace weft::chart
