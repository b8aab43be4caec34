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

/// The destinations that a routing tells apart: all routers, or all terminals for a routing by terminal.
class TrafficTargets {
 public:
  /// Both must outlive this.
  TrafficTargets(RouterTraffic const& traffic, routing::Shares const& shares)
      : traffic_(traffic), shares_(shares), by_terminal_(shares.by_terminal()) {}

  std::uint64_t size() const {
    return by_terminal_ ? traffic_.network().num_terminals() : traffic_.network().num_routers();
  }
  std::string_view unit() const { return by_terminal_ ? "terminals" : "routers"; }
  /// The router of a destination.
  RouterId router(std::size_t to) const {
    auto const index = static_cast<std::uint32_t>(to);
    return by_terminal_ ? traffic_.network().ejection_router({index}) : RouterId{index};
  }
  /// The units that a destination receives from each router other than its own.
  void collect_received(std::size_t to, RouterUnits& from) const {
    auto const index = static_cast<std::uint32_t>(to);
    if (by_terminal_)
      traffic_.collect_received(TerminalId{index}, from);
    else
      traffic_.collect_received(RouterId{index}, from);
  }
  /// The shares of the traffic from a router to a destination, see Shares::append.
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

/// The loads of all channels of a network.
struct NetworkLoads {
  Loads loads;
  std::vector<std::uint64_t> channel;  ///< by ChannelIndex, in units of 1 / denominator
  double denominator = 1;
  /// Whether the shares are whole multiples of 1 / denominator; else they are rounded.
  bool exact = true;
};

/// The loads by an oblivious routing, from the fastest of the functions below that the structure of its paths
/// allows. Throws InputError for traffic without a path.
NetworkLoads network_loads(RouterTraffic const& traffic, routing::Shares const& shares,
                           Progress& progress = no_progress());

/// The traffic of a job, before its tasks have places.
struct LoadWork {
  double flows = 0;   ///< also those that groups stand for
  double hops = 0;    ///< of a shortest path on average
  bool grid = false;  ///< the routers are a grid, whose paths need no search
};

/// network_loads() of that traffic in a network that exists.
Estimate estimate_network_loads(NetworkSize const& size, LoadWork const& work);

/// Pair by pair: one destination router after the other, on all threads.
NetworkLoads loads_by_shares(RouterTraffic const& traffic, routing::Shares const& shares,
                             Progress& progress = no_progress());

/// All traffic between two routers takes the one path of a routing, except that ties and parallel channels
/// share equally (routing/paths/tree_shares.hpp). Destination by destination: traffic that meets on a path is
/// merged.
NetworkLoads tree_loads(RouterDemand const& demand, PacketRouting const& routing,
                        Progress& progress = no_progress());

/// Every shortest path through the graph between two routers carries the same share; each parallel channel is
/// a path of its own. A search from every sending router, no farther than it sends; time O(routers *
/// channels) at most, memory 8 bytes per channel and thread. Exact if a common denominator exists for which
/// loads stay below 2^62; else every source's part is rounded to 2^-60 of all traffic, and the sums, so that
/// equal loads are equal, to 2^-40.
NetworkLoads shortest_path_loads(routing::PathGraph const& graph, RouterDemand const& demand,
                                 Progress& progress = no_progress());

/// On shortest paths through the graph every router divides its traffic evenly among its ports. A search to
/// every receiving router. Exact and rounded as above.
NetworkLoads split_loads(routing::PathGraph const& graph, RouterDemand const& demand,
                         Progress& progress = no_progress());

/// The loads of either method on a grid of rings and paths, pair by pair: the shortest paths of a pair fill a
/// box. `by_port`: those of split_loads. For traffic with few partners.
NetworkLoads box_loads(GridGeometry const& grid, bool by_port, RouterDemand const& demand,
                       Progress& progress = no_progress());
/// Whether that is faster than searches.
bool boxes_are_small(GridGeometry const& grid, RouterDemand const& demand);

/// Collective. Adds up numbers of up to 128 bits.
inline void add_over_ranks(std::vector<std::uint64_t>& numbers) { sum_over_ranks(numbers); }
void add_over_ranks(std::vector<unsigned __int128>& numbers);

/// Accumulates the loads of all channels, from several threads at once. Sums are whole, so their order does
/// not matter.
template <class Number>
class ChannelSums {
 public:
  explicit ChannelSums(std::uint64_t channels) : channels_(channels), of_worker_(num_threads()) {}

  /// The sums that one worker adds to.
  std::vector<Number>& of(unsigned worker) {
    auto& sums = of_worker_[worker];
    if (sums.empty()) sums.assign(channels_, 0);
    return sums;
  }
  /// Collective. The sums of all workers of all ranks.
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

/// Loads in units of 1 / denominator, halved until they are below 2^62, and their summary by class.
NetworkLoads finished_loads(RouterTraffic const& traffic, std::vector<unsigned __int128> const& sums,
                            double denominator, bool exact);
NetworkLoads finished_loads(RouterTraffic const& traffic, std::vector<std::uint64_t> sums, double denominator,
                            bool exact);

/// Calls body(Number{}) with the narrowest type that holds `most`.
template <class Body>
auto with_number_for(unsigned __int128 most, Body body) {
  return most >> 62 == 0 ? body(std::uint64_t{}) : body(static_cast<unsigned __int128>(0));
}

}  // namespace weft::load
