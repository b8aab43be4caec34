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

/// A topology that requests are about, with what has failed.
struct ShownMachine {
  std::string key;
  TopologyPtr topology;
  Machine machine;
  std::optional<DisjointPaths> disjoint = {};  ///< made by the first request that needs it
};

/// The machines of the last requests. One page asks for few, but many times.
class Machines {
 public:
  /// The machine of that text. Throws InputError, as make_topology does.
  ShownMachine& get(std::string const& topology, FailureParams const& failures);

 private:
  static constexpr std::size_t most = 2;
  std::list<ShownMachine> last_;  ///< the latest first
};

}  // namespace weft::explore

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
