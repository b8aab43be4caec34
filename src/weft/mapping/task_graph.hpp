// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/graph/weighted_graph.hpp"
#include "weft/mapping/mapping.hpp"
#include "weft/network/network.hpp"

namespace weft::mapping {

/// A communication as a symmetric graph in compressed rows, groups expanded, without traffic of a task to
/// itself.
class TaskGraph {
 public:
  struct Partner {
    std::uint32_t task = 0;
    std::uint64_t sent = 0, received = 0;  ///< by the task whose partner this is
    std::uint64_t units() const { return sent + received; }
  };

  /// Throws InputError if it does not fit into memory.
  explicit TaskGraph(Communication const& communication);

  std::uint32_t num_tasks() const { return static_cast<std::uint32_t>(first_.size() - 1); }
  std::uint64_t num_arcs() const { return partners_.size(); }
  /// The partners of a task, in ascending order.
  std::span<Partner const> partners(std::uint32_t task) const {
    return {partners_.data() + first_[task], partners_.data() + first_[task + std::size_t{1}]};
  }
  /// All units that a task sends and receives.
  std::uint64_t volume(std::uint32_t task) const;
  std::uint64_t total_sent() const;
  /// All amounts divided by 2^bits and rounded down.
  void scale_down(unsigned bits);
  Graph graph() const;
  /// Every task of weight 1, every arc of the units in both directions.
  WeightedGraph weighted() const;

 private:
  void fill(Communication const& communication);
  void merge_rows();
  std::vector<std::uint64_t> first_;
  std::vector<Partner> partners_;
};

/// The communication that a mapping needs. Throws InputError, naming the mapping, if it is not given.
Communication const& communication_for(MappingContext const& context, std::string_view mapping);
/// The machine as a network, likewise.
Network const& network_for(MappingContext const& context, std::string_view mapping);

/// The routers of a network and the links between them that work, both directions and parallel links taken
/// together: a link weighs the bandwidth of both directions in eighths of the minimum channel bandwidth, a
/// router its number of terminals.
WeightedGraph machine_graph(Network const& network);

/// The terminals that are still free.
class FreeTerminals {
 public:
  explicit FreeTerminals(Network const& network)
      : network_(&network), used_(network.num_routers(), 0), stamp_(network.num_routers(), 0) {}
  std::uint32_t left(RouterId router) const { return network_->terminals_at(router).count - used_[router.v]; }
  /// The next free terminal of a router.
  std::uint32_t take(RouterId router) { return network_->terminals_at(router).first.v + used_[router.v]++; }
  /// The first router with a free terminal that breadth-first search from a router meets, itself included; if
  /// none can be reached, the first of all. There must be one.
  RouterId nearest(RouterId from);

 private:
  Network const* network_;
  std::vector<std::uint32_t> used_, stamp_, queue_;
  std::uint32_t round_ = 0;
};

}  // namespace weft::mapping
