#pragma once

#include <optional>
#include <vector>

#include "weft/analysis/deadlock/dependency_graph.hpp"

namespace weft::deadlock {

/// A packet that can come by some state: in a leg, having set out so.
struct Passage {
  Leg leg;
  PacketState start;
};

/// A packet and the intermediate routers it is sent to, that makes a dependency.
struct Witness {
  std::uint32_t source = 0, destination = 0;  ///< terminals
  std::vector<std::uint32_t> vias;            ///< routers
};

/// For each of these dependencies, the first leg in which a packet makes it; nothing for one that no packet makes.
std::vector<std::optional<Passage>> find_passages(Legs const& legs, DependencyGraph const& graph,
                                                  std::vector<Arc> const& dependencies,
                                                  Progress& progress = no_progress());

/// The packet of a passage, from its source to its destination.
Witness trace(Legs const& legs, Passage passage);

}  // namespace weft::deadlock
