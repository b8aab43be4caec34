#pragma once

#include <vector>

#include "weft/collective/grid_view.hpp"
#include "weft/collective/trees/tree.hpp"

namespace weft::collective {

/// The 2k arc-disjoint spanning trees of a k-D torus, k counting the dimensions with sides above 1 (Solomonik, *Network interconnect
/// topologies*, lecture 29): first the k trees (i, +), then the k trees (i, -). Seen from the root, tree (i, +) gives v with v_i != 0 the
/// parent v - e_j, j the last dimension of the cyclic order i, i + 1, .. with v_j != 0, and v with v_i = 0 the parent v - e_i
/// round the ring; tree (i, -) is its mirror image. They use every channel once but for the 2k into the root, and have depth
/// sum(n_i - 1) + 1 (a ring: n - 1). The trees (i, +) use the channels upwards only, those of (i, -) the others. The trees of `Way::up`
/// consist of the reverses of the channels, so the upward tree (i, +) uses what the downward ones (j, -) use.
///
/// The grid is a torus on which has_arc_disjoint_trees().
std::vector<Tree> torus_trees(TransferNetwork const& network, GridView const& grid, std::uint32_t root,
                              Way way);

/// Whether every ring of a torus has a channel of its own in each direction: sides of 1, of at least 3, or of 2 with doubled links.
bool has_arc_disjoint_trees(GridView const& grid);

}  // namespace weft::collective
