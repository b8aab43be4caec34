#pragma once

#include <memory>

#include "weft/engine/rounds/allgather/allgather_flood.hpp"
#include "weft/network/network.hpp"
#include "weft/topology/shape/grid.hpp"

namespace weft::topology {
class Clex;
}  // namespace weft::topology

namespace weft::rounds {

/// Flooding on CLEX with landing = low; tokens are sources. Full: level 1, then l, l-1, .., 2: the hop of a level leads to
/// all nodes of the clique it enters. Single links: the hop of a level >= 2 enters a clique at one node, which passes the
/// message on to the others over level 1 before the next level. Copies that have the message already, those of the node
/// itself, get nothing. Source: Lenzen & Wattenhofer, arXiv 1607.00298 (all-to-all).
std::unique_ptr<Flood> make_flood(topology::Clex const& clex);

/// Flooding on torus and mesh, dimension after dimension, both ways; tokens are terminals. Where the way round a ring is
/// even, the farthest router gets half of the messages by either way: by + those of sources whose coordinates along such
/// dimensions have an even sum.
std::unique_ptr<Flood> make_flood(Grid const& grid);

/// Flooding along breadth-first trees, one for each terminal's router, on any network; tokens are terminals. Where several
/// channels could reach a router by a shortest way, the one with fewest messages so far is taken. Routers without terminals
/// get only what they pass on. Memory: 8 bytes per router and source. Refuses networks that are not connected.
std::unique_ptr<Flood> make_flood(Network const& network);

/// The flood of make_flood(clex) with single links, nodes that differ only in the names of digits as one.
std::unique_ptr<Flood> make_pattern_flood(topology::Clex const& clex);
/// How many kinds of nodes that has.
std::uint64_t num_patterns(topology::Clex const& clex);

/// The flood of make_flood(grid) on a torus (all nodes alike), one node for each way of breaking ties.
std::unique_ptr<Flood> make_ring_flood(Grid const& grid);
/// Whether every dimension wraps or has at most two routers.
bool is_ring_grid(Grid const& grid);

}  // namespace weft::rounds
