// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/graph/weighted_graph.hpp"
#include "weft/mapping/mapping.hpp"
#include "weft/network/network.hpp"

namespace weft::mapping {

/// A communication as a symmetric graph in compressed sparse rows, with groups expanded, without traffic from
/// tasks to themselves.
class TaskGraph {
 public:
  struct Partner {
    std::uint32_t task = 0;
    std::uint64_t sent = 0, received = 0;  ///< units that the task with this partner sends and receives
    std::uint64_t units() const { return sent + received; }
  };

  /// Throws InputError if the graph does not fit in memory.
  explicit TaskGraph(Communication const& communication);

  std::uint32_t num_tasks() const { return static_cast<std::uint32_t>(first_.size() - 1); }
  std::uint64_t num_arcs() const { return partners_.size(); }
  /// Returns the partners of a task, in ascending order.
  std::span<Partner const> partners(std::uint32_t task) const {
    return {partners_.data() + first_[task], partners_.data() + first_[task + std::size_t{1}]};
  }
  /// Returns the number of units that a task sends and receives.
  std::uint64_t volume(std::uint32_t task) const;
  std::uint64_t total_sent() const;
  /// Divides all amounts by 2^bits, rounding down.
  void scale_down(unsigned bits);
  Graph graph() const;
  /// Returns the graph with vertex weights of 1; the weight of an arc is the number of units in both
  /// directions.
  WeightedGraph weighted() const;

 private:
  void fill(Communication const& communication);
  void merge_rows();
  std::vector<std::uint64_t> first_;
  std::vector<Partner> partners_;
};

/// Returns the communication of a context. Throws InputError, naming `mapping`, if it is missing.
Communication const& communication_for(MappingContext const& context, std::string_view mapping);
/// Returns the network of a context. Throws InputError, naming `mapping`, if it is missing.
Network const& network_for(MappingContext const& context, std::string_view mapping);

/// Returns the graph of the routers and the working links between them, with parallel links and both
/// directions merged: the weight of an arc is the bandwidth of both directions in eighths of the minimum
/// channel bandwidth, the weight of a vertex is the number of terminals of the router.
WeightedGraph machine_graph(Network const& network);

/// Free terminals of a network.
class FreeTerminals {
 public:
  explicit FreeTerminals(Network const& network)
      : network_(&network), used_(network.num_routers(), 0), stamp_(network.num_routers(), 0) {}
  std::uint32_t left(RouterId router) const { return network_->terminals_at(router).count - used_[router.v]; }
  /// Reserves and returns the next free terminal of a router.
  std::uint32_t reserve(RouterId router) {
    return network_->terminals_at(router).first.v + used_[router.v]++;
  }
  /// Returns the first router with a free terminal in breadth-first order, starting at `from`; if none is
  /// reachable, the lowest router with a free terminal. There must be a free terminal.
  RouterId nearest(RouterId from);

 private:
  Network const* network_;
  std::vector<std::uint32_t> used_, stamp_, queue_;
  std::uint32_t round_ = 0;
};

}  // namespace weft::mapping
