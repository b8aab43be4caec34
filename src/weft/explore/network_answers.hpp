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
struct ShownMachine {
  std::string key;
  TopologyPtr topology;
  Machine machine;
  std::optional<DisjointPaths> disjoint = {};  ///< made by the first request for disjoint paths
};

/// The machines of the last requests. One page requests few of them, many times.
class Machines {
 public:
  /// Returns the machine of a topology with failures. Throws InputError, as make_topology does.
  ShownMachine& get(std::string const& topology, FailureParams const& failures);

 private:
  static constexpr std::size_t max_machines = 2;
  std::list<ShownMachine> latest_;  ///< the latest first
};

}  // namespace weft::explore

/// Answers about a network, as bundles: the arguments of each request and the contents of its answer are in
/// web/src/engine/protocol.ts lists the arguments and the answer of each
/// request. Arguments are checked as the parameters of verbs.
namespace weft::explore {

/// Answers `scene`: the network as arrays for drawing.
std::string scene_answer(Machines& machines, Spec const& request, Progress& progress);

/// `router`: its coordinates, its ports, and the hops to all others.
std::string router_answer(Machines& machines, Spec const& request);

/// Answers `paths`: the shortest paths between two routers, and the number of paths without a common channel.
std::string paths_answer(Machines& machines, Spec const& request);

/// `find`: the parts that a text names.
std::string find_answer(Machines& machines, Spec const& request);

}  // namespace weft::explore
