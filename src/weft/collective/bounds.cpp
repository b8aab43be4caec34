// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/bounds.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "weft/core/interrupt.hpp"
#include "weft/graph/distances.hpp"
#include "weft/graph/order.hpp"
#include "weft/network/channel_bandwidths.hpp"

namespace weft::collective {
namespace {

/// Bandwidths of vertices, with the limit on the blocks that a vertex sends.
struct Capacities : VertexBandwidths {
  double all = 0;  ///< total output bandwidth of all vertices

  Capacities(TransferNetwork const& network, std::uint32_t sends) : VertexBandwidths(network) {
    for (auto& each : out) {
      if (sends > 0) each = std::min(each, double(sends));
      all += each;
    }
  }
};

/// Returns the graph of the channels that have not failed; paths do not pass through hosts with several
/// channels.
Graph graph_of(TransferNetwork const& network) {
  std::vector<Arc> arcs;
  for (std::uint32_t c = 0; c < network.num_channels(); ++c) {
    if (c % 4096 == 0) throw_if_interrupted();
    if (network.bandwidth(c) > 0) arcs.emplace_back(network.source(c), network.target(c));
  }
  auto graph = Graph::from_arcs(network.num_vertices(), arcs);
  std::vector<bool> ends;
  for (std::uint32_t v = 0; v < network.num_routers(); ++v) ends.push_back(!network.passes(v));
  ends.resize(network.num_vertices());
  if (std::ranges::find(ends, true) != ends.end()) graph.set_ends(std::move(ends));
  return graph;
}

double share(double amount, double capacity) { return capacity > 0 ? amount / capacity : 0; }

/// Returns the number of messages between the sides of a cut, divided by the bandwidth of its channels.
double cut_bound(Ranks const& ranks, IsLow const& is_low) {
  auto const& network = ranks.network();
  auto const low = [&](std::uint32_t v) { return is_low(network.router_of(v)); };
  auto const bandwidth = bandwidth_across(network, low);
  double low_ranks = 0;
  for (auto const v : ranks.vertices()) low_ranks += low(v);
  return share(low_ranks * (static_cast<double>(ranks.size()) - low_ranks),
               std::min(bandwidth.upwards, bandwidth.downwards));
}

class Bounds {
 public:
  Bounds(Ranks const& ranks, Task const& task, Progress& progress)
      : ranks_(ranks),
        task_(task),
        progress_(progress),
        capacity_(ranks.network(), task.sends),
        others_(static_cast<double>(ranks.size()) - 1) {}

  LowerBounds find() {
    if (ranks_.size() < 2) return {};
    switch (task_.operation) {
      case Operation::broadcast: from_root(1, 1); break;
      case Operation::scatter: from_root(others_, 1); break;
      case Operation::reduce: to_root(1, 1); break;
      case Operation::gather: to_root(others_, 1); break;
      case Operation::allreduce: among_all(1, 1, 2 * others_); break;
      case Operation::allgather: among_all(1, others_, 0); break;
      case Operation::reduce_scatter: among_all(others_ / (others_ + 1), 1 / (others_ + 1), others_); break;
      case Operation::all_to_all: among_all(others_, others_, 0); break;
      case Operation::barrier: among_all(0, 0, 0); break;
    }
    return bounds_;
  }

 private:
  void needs(std::uint32_t v, double sends, double receives) {
    bounds_.node = std::max({bounds_.node, share(sends, capacity_.out[v]), share(receives, capacity_.in[v])});
  }
  /// Updates steps and farthest for a vertex at distance `hops` from the root, which needs `slots` slots per
  /// message.
  void at_distance(std::uint32_t hops, double slots) {
    if (hops == unreachable || hops < bounds_.steps) return;
    bounds_.farthest = hops > bounds_.steps ? slots : std::max(bounds_.farthest, slots);
    bounds_.steps = hops;
  }
  void from_root(double sends, double receives) {
    auto const root = ranks_[task_.root];
    auto const hops = hops_from(graph_of(ranks_.network()), root);
    auto const one = [&](std::uint32_t rank) {
      auto const v = ranks_[rank];
      if (v == root) return;
      needs(root, sends, 0);
      needs(v, 0, receives);
      at_distance(hops[v], share(receives, capacity_.in[v]));
    };
    for (auto const r : task_.receivers) one(r);
    for (std::uint32_t r = 0; task_.receivers.empty() && r < ranks_.size(); ++r) one(r);
    if (task_.operation != Operation::broadcast) bounds_.farthest = 0;
  }
  void to_root(double receives, double sends) {
    auto const root = ranks_[task_.root];
    auto const hops = hops_from(transposed(graph_of(ranks_.network())), root);
    needs(root, 0, receives);
    for (auto const v : ranks_.vertices()) {
      if (v == root) continue;
      needs(v, sends, 0);
      at_distance(hops[v], share(sends, capacity_.out[v]));
    }
    if (task_.operation != Operation::reduce) bounds_.farthest = 0;
  }
  void among_all(double sends, double receives, double transfers) {
    for (auto const v : ranks_.vertices()) needs(v, sends, receives);
    bounds_.transfers = std::max(transfers, (others_ + 1) * receives);
    bounds_.network = share(transfers, capacity_.all);
    auto const apart = pairs_apart();
    bounds_.steps = apart.size() - 1;
    if (task_.operation == Operation::allreduce)
      bounds_.farthest = 1 / *std::ranges::max_element(capacity_.out);
    if (task_.operation != Operation::all_to_all) return;
    bounds_.transfers = static_cast<double>(sum_of_distances(apart));
    bounds_.network = share(bounds_.transfers, capacity_.all);
    auto const grid = ranks_.grid();
    for (auto const& is_low : middle_cuts(ranks_.network().num_routers(), grid.get()))
      bounds_.cut = std::max(bounds_.cut, cut_bound(ranks_, is_low));
  }
  /// Returns the number of ordered pairs of ranks at each distance.
  std::vector<std::uint64_t> pairs_apart() const {
    std::vector<std::uint32_t> weights(ranks_.network().num_vertices());
    for (auto const v : ranks_.vertices()) weights[v] = 1;
    auto apart = count_distances(graph_of(ranks_.network()), weights, progress_, true).weighted;
    while (apart.size() > 1 && apart.back() == 0) apart.pop_back();
    return apart;
  }

  Ranks const& ranks_;
  Task const& task_;
  Progress& progress_;
  Capacities capacity_;
  double others_;
  LowerBounds bounds_;
};

std::uint64_t whole(double slots) { return static_cast<std::uint64_t>(std::ceil(slots - 1e-6)); }

}  // namespace

double LowerBounds::bandwidth() const { return std::max({node, network, cut}); }

std::uint64_t LowerBounds::slots(std::uint32_t blocks_per_message, Switching switching) const {
  if (switching == Switching::cut_through) return whole(std::max(bandwidth(), farthest) * blocks_per_message);
  auto const minimum = std::max(steps, whole(bandwidth() * blocks_per_message));
  return steps == 0 ? minimum : std::max(minimum, steps - 1 + whole(farthest * blocks_per_message));
}

double LowerBounds::seconds(double bytes, Cost const& cost) const {
  auto const hops = static_cast<double>(steps);
  double const latency = !cost.cuts_through() ? cost.alpha * hops
                         : steps == 0         ? 0
                                              : cost.alpha + cost.hop * (hops - 1);
  return latency + cost.beta * bytes * bandwidth();
}

LowerBounds lower_bounds(Ranks const& ranks, Task const& task, Progress& progress) {
  return Bounds(ranks, task, progress).find();
}

double min_transfers(Operation operation, double ranks, double hops) {
  using enum Operation;
  auto const others = std::max(ranks - 1, 0.0);
  switch (operation) {
    case scatter:
    case gather: return others * hops;
    case allreduce: return 2 * others;
    case allgather: return ranks * others;
    case all_to_all: return ranks * others * hops;
    default: return others;
  }
}

/// Operations without a root require the distances from all ranks.
Estimate estimate_bounds(Operation operation, double ranks, double channels) {
  using enum Operation;
  constexpr double seconds_per_search_and_channel = 3e-11;
  constexpr std::array of_a_root{broadcast, scatter, gather, reduce};
  auto const searches = std::ranges::find(of_a_root, operation) == of_a_root.end() ? ranks : 1;
  auto const seconds = searches * channels * seconds_per_search_and_channel;
  return {channels * 24, seconds, useful_threads(ranks / 512, seconds)};
}

}  // namespace weft::collective
