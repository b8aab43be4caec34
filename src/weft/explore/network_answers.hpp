#pragma once

#include <string>

#include "weft/core/progress.hpp"
#include "weft/core/spec.hpp"
#include "weft/explore/machines.hpp"

/// Answers about a network, as bundles: the arguments of each request and what its answer holds are in
/// web/src/engine/protocol.ts. Arguments are checked like those of verbs.
namespace weft::explore {

/// `scene`: the network as arrays for drawing.
std::string scene_answer(Machines& machines, Spec const& request, Progress& progress);

/// `router`: its place, its ports, and the hops to all others.
std::string router_answer(Machines& machines, Spec const& request);

/// `paths`: the shortest paths between two routers, and how many share no channel.
std::string paths_answer(Machines& machines, Spec const& request);

}  // namespace weft::explore
