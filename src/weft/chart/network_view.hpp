// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "weft/chart/svg.hpp"

namespace weft::chart {

/// Kind of a vertex: a router with terminals, a router without terminals (relay), a computing node, or a
/// failed router.
enum class VertexKind : std::uint8_t { router, relay, node, failed };

/// `count` links (or arcs from a to b) of one class, drawn as one line.
struct ViewLink {
  std::uint32_t a = 0, b = 0;
  std::uint16_t channel_class = 0;
  std::uint64_t count = 1;
  bool failed = false;
  double value = std::nan("");  ///< of its most loaded channel, if the view shows values
};

/// Arrangement of the vertices.
enum class Arrangement : std::uint8_t {
  grid,    ///< parts[0]: the cell of a grid of `sides`, dimension 0 the lowest digit
  circle,  ///< in the order of parts[0]
  stages,  ///< parts[0]: the row, 0 the lowest
  rings,   ///< parts[0]: the concentric circle, 0 the outermost
  groups,  ///< parts: the groups, drawn as circles; nested groups outermost first
  given,   ///< at `places`
  free,    ///< force-directed
};

/// A path that a view highlights: the vertices that it visits.
struct ViewPath {
  std::vector<std::uint32_t> vertices;
  bool closed = false;
};

/// A network for drawing. A vertex is a router or, in an aggregate, all routers of a block, group or copy.
struct NetworkView {
  std::string title = {}, facts = {};
  std::string note = {};   ///< the meaning of an aggregate
  bool aggregate = false;  ///< vertices stand for several routers
  bool directed = false;
  std::vector<VertexKind> vertices = {};
  std::vector<ViewLink> links = {};
  std::vector<std::string> classes = {};
  Arrangement style = Arrangement::free;
  std::vector<std::uint32_t> sides = {};               ///< of the grid
  std::vector<std::vector<std::uint32_t>> parts = {};  ///< [level][vertex]
  std::vector<Point> places = {};                      ///< of the vertices; neighbors: about a unit apart
  std::vector<std::string> names = {};                 ///< of the vertices, if they have any
  std::vector<std::uint32_t> terminals = {};           ///< of each vertex; empty: not drawn
  std::string group_name = {};  ///< noun for an outermost part, such as "group"; empty: unnamed

  std::string value_title = {};           ///< the quantity of the links; empty: no values
  double maximum = 0;                     ///< the maximum value of all channels: upper end of the scale
  std::vector<double> inner_values = {};  ///< of an aggregate: maximum over the channels inside each vertex
  std::vector<ViewPath> paths = {};       ///< drawn over the links
  double max_width = 0;                   ///< in pixels; 0: 840

  bool shows_values() const { return !value_title.empty(); }
};

/// Returns the picture of a network as a self-contained SVG file: vertices in an arrangement that shows the
/// structure of the network, links in the colors of their classes or of their values, and a legend.
std::string to_svg(NetworkView const& view);

}  // namespace weft::chart
