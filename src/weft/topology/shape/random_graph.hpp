#pragma once

#include <cstdint>
#include <vector>

#include "weft/topology/shape/listed.hpp"

namespace weft {

/// A random graph without loops and parallel links in which every vertex has that degree, connected. Pairs
/// the ends of all links at random (the configuration model), then exchanges the ends of each loop or
/// repetition with those of random links; for degrees above half the maximum, takes the links that are not in
/// such a graph of the complementary degree. vertices * degree must be even, 1 < degree < vertices, or two
/// vertices of degree 1. The same seed gives the same graph.
std::vector<ListedLink> random_regular_graph(std::uint32_t vertices, std::uint32_t degree,
                                             std::uint64_t seed);

/// Makes the graph connected by exchanging the ends of two links, (a, b) and (c, d) for (a, d) and (c, b), as
/// often as needed. Links form groups of `group` consecutive ones and are exchanged within theirs; each
/// component must have a cycle, and a link in the group of any of its links must exist in every other
/// component.
void connect_by_exchange(std::vector<ListedLink>& links, std::uint32_t vertices, std::size_t group);

}  // namespace weft
