// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "weft/core/estimate.hpp"
#include "weft/core/parallel.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/ranks.hpp"
#include "weft/engine/load/load.hpp"
#include "weft/engine/load/router_traffic.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/form/packet_routing.hpp"
#include "weft/routing/form/shares.hpp"
#include "weft/routing/paths/path_graph.hpp"

namespace weft::load {

/// Destinations that a routing distinguishes: all routers, or all terminals if it routes by terminal.
class TrafficTargets {
 public:
  /// Both arguments must outlive the object.
  TrafficTargets(RouterTraffic const& traffic, routing::Shares const& shares)
      : traffic_(traffic), shares_(shares), by_terminal_(shares.by_terminal()) {}

  std::uint64_t size() const {
    return by_terminal_ ? traffic_.network().num_terminals() : traffic_.network().num_routers();
  }
  std::string_view unit() const { return by_terminal_ ? "terminals" : "routers"; }
  /// Returns the router of a destination.
  RouterId router(std::size_t to) const {
    auto const index = static_cast<std::uint32_t>(to);
    return by_terminal_ ? traffic_.network().ejection_router({index}) : RouterId{index};
  }
  /// Collects the units that a destination receives from each other router.
  void collect_received(std::size_t to, RouterUnits& from) const {
    auto const index = static_cast<std::uint32_t>(to);
    if (by_terminal_)
      traffic_.collect_received(TerminalId{index}, from);
    else
      traffic_.collect_received(RouterId{index}, from);
  }
  /// Appends the shares of the traffic from a router to a destination, see Shares::append.
  bool append(RouterId from, std::size_t to, std::vector<routing::ChannelShare>& out) const {
    auto const index = static_cast<std::uint32_t>(to);
    return by_terminal_ ? shares_.append_to(from, router(to), {index}, out)
                        : shares_.append(from, {index}, out);
  }

 private:
  RouterTraffic const& traffic_;
  routing::Shares const& shares_;
  bool by_terminal_;
};

/// Loads of all channels of a network.
struct NetworkLoads {
  Loads loads;
  std::vector<std::uint64_t> channel;  ///< by ChannelIndex, in units of 1 / denominator
  double denominator = 1;
  /// Whether the shares are integer multiples of 1 / denominator; otherwise they are rounded.
  bool exact = true;
};

/// Computes the loads of an oblivious routing, with the fastest of the following functions that supports the
/// structure of its paths. Throws InputError for traffic without a path.
NetworkLoads network_loads(RouterTraffic const& traffic, routing::Shares const& shares,
                           Progress& progress = no_progress());

/// Traffic of a job, before mapping.
struct LoadWork {
  double flows = 0;   ///< number of flows, including flows within groups
  double hops = 0;    ///< mean hops of a shortest path
  bool grid = false;  ///< the routers are a grid, with paths that need no search
};

/// Estimates the time and memory of network_loads() in an existing network.
Estimate estimate_network_loads(NetworkSize const& size, LoadWork const& work);

/// Computes the loads pair by pair, one destination after the other, on all threads.
NetworkLoads loads_by_shares(RouterTraffic const& traffic, routing::Shares const& shares,
                             Progress& progress = no_progress());

/// Computes the loads of a routing with one path for all traffic between two routers, except that ties and
/// parallel channels share it equally (routing/paths/tree_shares.hpp). The traffic to one destination at a
/// time is merged where its paths meet.
NetworkLoads tree_loads(RouterDemand const& demand, PacketRouting const& routing,
                        Progress& progress = no_progress());

/// Computes the loads if every shortest path through the graph between two routers carries an equal share;
/// each parallel channel is a separate path. Runs one breadth-first search per sending router, up to its
/// farthest destination: time at most O(routers * channels), memory 8 bytes per channel and thread. The loads
/// are exact if there is a common denominator with loads below 2^62; otherwise the contribution of every
/// source is rounded to 2^-60 of all traffic, and the sums to 2^-40, which makes equal loads equal.
NetworkLoads shortest_path_loads(routing::PathGraph const& graph, RouterDemand const& demand,
                                 Progress& progress = no_progress());

/// Computes the loads if every router divides its traffic evenly among its ports on shortest paths through
/// the graph. Runs one breadth-first search per receiving router. The loads are exact or rounded as in
/// shortest_path_loads.
NetworkLoads split_loads(routing::PathGraph const& graph, RouterDemand const& demand,
                         Progress& progress = no_progress());

/// Computes the loads of shortest_path_loads or, if `by_port`, of split_loads on a grid of rings and paths,
/// pair by pair: the shortest paths of a pair fill a box. Intended for traffic with few partners per router.
NetworkLoads box_loads(GridGeometry const& grid, bool by_port, RouterDemand const& demand,
                       Progress& progress = no_progress());
/// Returns whether box_loads is expected to be faster than breadth-first searches.
bool boxes_are_small(GridGeometry const& grid, RouterDemand const& demand);

/// Sums numbers of up to 128 bits over all ranks. Collective.
inline void add_over_ranks(std::vector<std::uint64_t>& numbers) { sum_over_ranks(numbers); }
void add_over_ranks(std::vector<unsigned __int128>& numbers);

/// Accumulator of the loads of all channels, for several threads. Loads are integers, so the order of
/// additions does not matter.
template <class Number>
class ChannelSums {
 public:
  explicit ChannelSums(std::uint64_t channels) : channels_(channels), of_worker_(num_threads()) {}

  /// Returns the sums of one worker.
  std::vector<Number>& of(unsigned worker) {
    auto& sums = of_worker_[worker];
    if (sums.empty()) sums.assign(channels_, 0);
    return sums;
  }
  /// Returns the sums over all workers of all ranks. Collective.
  std::vector<Number> total() {
    std::vector<Number> result = std::move(of(0));
    for (std::size_t w = 1; w < of_worker_.size(); ++w)
      for (std::size_t c = 0; c < of_worker_[w].size(); ++c) result[c] += of_worker_[w][c];
    add_over_ranks(result);
    return result;
  }

 private:
  std::uint64_t channels_;
  std::vector<std::vector<Number>> of_worker_;
};

/// Returns the loads in units of 1 / denominator, halved until they are below 2^62, with their summary per
/// class.
NetworkLoads finished_loads(RouterTraffic const& traffic, std::vector<unsigned __int128> const& sums,
                            double denominator, bool exact);
NetworkLoads finished_loads(RouterTraffic const& traffic, std::vector<std::uint64_t> sums, double denominator,
                            bool exact);

/// Calls body(Number{}) with the narrowest type that can store `maximum`.
template <class Body>
auto with_number_for(unsigned __int128 maximum, Body body) {
  return maximum >> 62 == 0 ? body(std::uint64_t{}) : body(static_cast<unsigned __int128>(0));
}

}  // namespace weft::load
