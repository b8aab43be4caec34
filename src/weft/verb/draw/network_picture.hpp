#pragma once

#include <string>

#include "weft/verb/draw/picture.hpp"

namespace weft::verb {

/// The picture of a network as a self-contained SVG file: vertices in an arrangement that shows its structure, links in
/// the colors of their classes, and what the signs mean.
std::string to_svg(NetworkPicture const& picture);

/// The adjacency matrix as a self-contained SVG file: a square per pair of neighbors in the color of its class, or
/// in cells of several routers the share of pairs that are neighbors.
std::string to_svg(MatrixPicture const& picture);

}  // namespace weft::verb
