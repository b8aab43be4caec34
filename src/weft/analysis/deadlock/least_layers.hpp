#pragma once

#include <cstdint>

#include "weft/routing/layered/layering.hpp"

namespace weft::deadlock {

/// Routes in as few virtual layers as were found, and how few there must be.
struct LeastLayers {
  routing::Layering layering;
  std::uint32_t at_least = 1;  ///< no layering has fewer
  bool exact() const { return at_least == layering.layers; }
};

/// The fewest virtual layers whose dependencies are acyclic. Which routes can share a layer is a problem NP-complete (Domke, Hoefler &
/// Nagel, IPDPS 2011), so: the better of the heuristics of LASH and DFSSSP, then a search with backtracking for fewer layers, among the
/// routes that are in cycles at all, those with the same or fewer dependencies left out; at most `steps` trials of a route in a layer, so that
/// the result is exact for few routes and else between two bounds: the layers found, and those of routes that exclude each other in pairs.
/// Throws InputError for a route that takes a channel twice.
LeastLayers least_layers(routing::RouteSet const& routes, std::uint64_t steps = 2000000);

}  // namespace weft::deadlock
