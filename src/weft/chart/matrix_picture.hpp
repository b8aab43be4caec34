// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace weft::chart {

/// The adjacency matrix of a network, with `block` routers per row and column, as numbers of channels.
struct MatrixPicture {
  std::string title = {}, facts = {};
  std::uint64_t routers = 0, block = 1, rows = 0;
  std::vector<std::uint64_t> channels =
      {};  ///< per cell, row by row: from the routers of the row to those of the column
  std::vector<std::uint16_t> channel_class = {};  ///< of the first channel of each cell
  std::vector<std::string> classes = {};
  double max_width = 0;  ///< in pixels; 0: 722
};

/// Returns the adjacency matrix as a self-contained SVG file: a square per pair of neighbors in the color of
/// its class or, for cells of several routers, the share of pairs that are neighbors.
std::string to_svg(MatrixPicture const& picture);

}  // namespace weft::chart
