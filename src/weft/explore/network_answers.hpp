// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <list>
#include <optional>
#include <string>

#include "weft/core/progress.hpp"
#include "weft/core/spec.hpp"
#include "weft/graph/connectivity.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/machine.hpp"

namespace weft::explore {

/// The topology of a request, with its failed parts.
struct DisplayedMachine {
  std::string key;
  TopologyPtr topology;
  Machine machine;
  std::optional<DisjointPaths> disjoint = {};  ///< created by the first request for disjoint paths
};

/// Cache of the machines of the most recent requests: a page requests few machines, each many times.
class Machines {
 public:
  /// Returns the machine of a topology with failures. Throws InputError, as make_topology does.
  DisplayedMachine& get(std::string const& topology, FailureParams const& failures);

 private:
  static constexpr std::size_t max_machines = 2;
  std::list<DisplayedMachine> latest_;  ///< most recent first
};

}  // namespace weft::explore

/// Responses to requests about a network, as bundles; web/src/engine/protocol.ts lists the arguments and the
/// response of each request. Arguments are checked like parameters of verbs.
namespace weft::explore {

/// Serves the request `scene`: returns the network as arrays for drawing.
std::string scene_answer(Machines& machines, Spec const& request, Progress& progress);

/// Serves the request `router`: returns the coordinates and ports of a router, and the hops to all others.
std::string router_answer(Machines& machines, Spec const& request);

/// Serves the request `paths`: returns the shortest paths between two routers, and the number of
/// channel-disjoint paths.
std::string paths_answer(Machines& machines, Spec const& request);

/// Serves the request `find`: returns the parts that a string names.
std::string find_answer(Machines& machines, Spec const& request);

}  // namespace weft::explore
