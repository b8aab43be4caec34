#pragma once

#include <string>

#include "weft/experiment/scenario.hpp"
#include "weft/network/topologies.hpp"
#include "weft/traffic/pattern.hpp"

/// Names become types here and nowhere else.
namespace weft {

/// Spec::parse, with errors that name the option `where`.
Spec parse_spec(std::string const& text, std::string const& where);

/// The topology as pictures name it: what differs from the default, and the size, e.g. "torus:sides=8x8, 64 terminals".
std::string title_of(AnyTopology const& topology);

/// A pattern on the terminals of a topology, and its text with every parameter written out.
struct AssembledTraffic {
  TrafficPtr traffic;
  std::string resolved;
};
/// Patterns that need the sides of a grid take those of the topology unless they are given.
AssembledTraffic make_pattern(std::string const& spec, AnyTopology const& topology,
                              TrafficContext const& context);

}  // namespace weft
