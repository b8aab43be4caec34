#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weft/core/estimate.hpp"
#include "weft/core/progress.hpp"
#include "weft/network/any_topology.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/network_size.hpp"
#include "weft/topology/family.hpp"

namespace weft::verb {

/// The meaning of a vertex of a picture: routers with terminals, routers without, computing nodes, or routers
/// that have failed.
enum class VertexKind : std::uint8_t { router, relay, node, failed };

/// `count` links (or arcs from a to b) of one class, drawn as one line.
struct PictureLink {
  std::uint32_t a = 0, b = 0;
  std::uint16_t channel_class = 0;
  std::uint64_t count = 1;
  bool failed = false;
};

/// A network as a picture needs it. A vertex is a router, or in an aggregate all routers of a block, group or
/// copy.
struct NetworkPicture {
  std::string title = {}, facts = {};
  std::string note = {};  ///< the meaning of an aggregate
  bool directed = false;
  std::vector<VertexKind> vertices = {};
  std::vector<PictureLink> links = {};
  std::vector<std::string> classes = {};
  PictureStyle style = PictureStyle::free;
  std::vector<std::uint32_t> sides = {};  ///< of the grid
  std::vector<std::vector<std::uint32_t>> parts =
      {};  ///< [level][vertex]: cell, place, stage, ring; nested groups outermost first
  std::vector<std::string> names = {};  ///< of the vertices, if they have any
};

/// The adjacency matrix in at most 250 rows, each of `block` routers: the channels of each cell.
struct MatrixPicture {
  std::string title = {}, facts = {};
  std::uint64_t routers = 0, block = 1, rows = 0;
  std::vector<std::uint64_t> channels = {};       ///< row after row: from, to
  std::vector<std::uint16_t> channel_class = {};  ///< of the first channel of each cell
  std::vector<std::string> classes = {};
};

/// Drawing a network, as a picture or as its matrix.
Estimate estimate_picture(NetworkSize const& size);

/// The network of a topology, arranged by the structure that its topology states. Networks with too many
/// routers or links for a line each become an aggregate: blocks of a grid, groups, copies, bundles of a
/// stage. Without such a structure it has no vertices: draw the matrix. Aggregates and matrices omit failed
/// parts.
NetworkPicture picture_of(AnyTopology const& topology, Progress& progress = no_progress(),
                          FailureParams const& failures = {});
MatrixPicture matrix_of(AnyTopology const& topology, Progress& progress = no_progress(),
                        FailureParams const& failures = {});

/// The picture of a network as a self-contained SVG file: vertices in an arrangement that shows its
/// structure, links in the colors of their classes, and a legend.
std::string to_svg(NetworkPicture const& picture);

/// The adjacency matrix as a self-contained SVG file: a square per pair of neighbors in the color of its
/// class, or in cells of several routers the share of pairs that are neighbors.
std::string to_svg(MatrixPicture const& picture);

}  // namespace weft::verb
