#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/collective/trees/tree.hpp"
#include "weft/network/geometry/grid_geometry.hpp"

namespace weft::collective {

/// The arc-disjoint spanning trees of a k-D torus, k counting the dimensions with sides above 1 (Solomonik,
/// *Network interconnect topologies*, lecture 29). Seen from the root, tree (i, +) gives v with v_i != 0 the
/// parent v - e_j, j the last dimension of the cyclic order i, i + 1, .. with v_j != 0, and v with v_i = 0
/// the parent v - e_i around the ring; tree (i, -) is its mirror image.
/// - Sides of 3 or more, or 2 with doubled links: 2k trees, first the (i, +), then the (i, -), of depth
///   sum(n_i - 1) + 1 (a ring: n - 1). They use every channel once, except the 2k into the root; trees of one
///   sign use channels of one direction. The trees of `Way::up` consist of the reverses, so the upward trees
///   (i, +) use what the downward ones (j, -) use.
/// - A hypercube, all sides 2: both signs are the same and give k trees of depth k + 1, the edge-disjoint
///   spanning binomial trees of S. L. Johnsson and C.-T. Ho (IEEE Transactions on Computers 38, 1989).
///
/// The grid is one on which has_arc_disjoint_trees().
std::vector<Tree> torus_trees(TransferNetwork const& network, GridGeometry const& grid, std::uint32_t root,
                              Way way);

/// Whether every ring of a torus has a channel of its own in each direction, or none has: not sides of 2
/// beside longer ones.
bool has_arc_disjoint_trees(GridGeometry const& grid);

/// Trees from (to) the root without a common channel, each with all of `wanted`, as many as a search finds.
/// The minimum number of channels into (out of) a wanted vertex bounds their number. By Edmonds' theorem
/// (Edge-disjoint branchings, 1973) there are as many as arc-disjoint paths to every vertex; the search need
/// not find them all. All trees grow at the same time, breadth first, one channel in turn. A tree that cannot
/// reach a vertex takes over a channel from another tree that can do without it. If a tree misses a vertex in
/// the end, the search begins again with one tree fewer. Empty if a vertex cannot be reached at all.
std::vector<Tree> pack_trees(TransferNetwork const& network, std::uint32_t root, Way way,
                             std::span<std::uint32_t const> wanted);

}  // namespace weft::collective
