// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "weft/analysis/deadlock/dependency_graph.hpp"
#include "weft/analysis/fabric/contention.hpp"
#include "weft/analysis/fabric/findings.hpp"
#include "weft/analysis/fabric/lost_pairs.hpp"
#include "weft/analysis/fabric/route_judgment.hpp"
#include "weft/core/progress.hpp"
#include "weft/network/fabric_of.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/forwarding/routing_tables.hpp"

namespace weft::fabric {

/// A fabric, with the data that the analyses of all its routings share.
struct JudgedFabric {
  Machine machine;
  NetworkPtr network;
  NumberedFabric fabric;
  FabricNames names;
  HopTable hops;                      ///< hops between routers
  std::vector<double> rates;          ///< one per channel; empty unless loads are weighted
  std::vector<std::uint32_t> chosen;  ///< terminals that send and receive, in ascending order; empty: all
};

/// Analysis of the dependencies between virtual lanes, over the routes between a set of ends.
struct LaneVerdict {
  std::string lanes;  ///< the lanes that packets use, joined by ;
  std::uint64_t used = 0, channels = 0, dependencies = 0;
  std::uint64_t components = 0, in_cycles = 0;
  std::uint64_t dropped = 0;  ///< channels at which packets are dropped: lane 15
  bool free = true;
  std::vector<routing::VirtualChannel> cycle;  ///< each waits for the next; empty if free of deadlock
};

/// A routing and the results of its analysis.
struct JudgedRouting {
  std::string name;  ///< name in the request
  routing::EndNodes ends;
  DeliveryCounts delivery;
  std::vector<std::uint64_t> load;  ///< one per channel
  deadlock::CycleFacts channel_cycles;
  std::uint64_t channels = 0, dependencies = 0;  ///< size of the dependency graph of channels
  LaneVerdict lanes;
  std::optional<LaneVerdict> with_all;  ///< verdict over all end nodes, if they differ from the ends
  std::optional<EffectiveBisection> bisection, weighted_bisection;
  std::optional<Shifts> shifts;
  std::optional<double> weighted_load_max;
  std::vector<LostPair> lost;
  std::vector<std::string> notes;
  double seconds = 0;  ///< time to create the routing
};

/// Returns whether there is any route; otherwise freedom from deadlock is vacuous.
inline bool has_route(JudgedRouting const& judged) {
  return judged.delivery.reachable > 0 || judged.lanes.channels > 0;
}

struct JudgmentOptions {
  routing::FabricEnds ends = routing::FabricEnds::hosts;
  std::uint32_t matchings = 0;  ///< number of random matchings for the effective bisection; 0: omitted
  bool shifts = false;          ///< whether shifts are evaluated
  std::uint64_t seed = 1;
};

/// Analyzes the routing `spec`, which must be fully resolved. Throws InputError for a routing that tables
/// cannot represent.
JudgedRouting judge_routing(Spec const& spec, JudgedFabric const& fabric, JudgmentOptions const& options,
                            Progress& progress);

}  // namespace weft::fabric
