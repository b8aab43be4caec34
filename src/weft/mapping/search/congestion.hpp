// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "weft/mapping/search/pair_costs.hpp"
#include "weft/mapping/task_graph.hpp"

namespace weft::mapping {

/// Objective of a search: the maximum load; ties are broken by the total load.
struct CongestionValue {
  std::uint64_t max = 0;
  unsigned __int128 total = 0;
  friend auto operator<=>(CongestionValue const&, CongestionValue const&) = default;
};

/// The load of each channel under a placement, updated when tasks are exchanged. All loads are integers in
/// units of CostScale. In addition to the maximum, a potential is maintained: the sum over all channels of
/// (load / reference)^power, which ranks placements of equal maximum load by how close they are to a lower
/// maximum.
class Congestion {
 public:
  static constexpr std::uint32_t no_task = ~std::uint32_t{0};

  /// All arguments except `placement` must outlive this object.
  Congestion(TaskGraph const& tasks, Network const& network, PairCosts& costs, Placement const& placement);

  /// Replaces the placement.
  void reset(Placement const& placement);
  /// Sets the power to 2^doublings, and the reference to the current maximum.
  void set_power(unsigned doublings);
  double potential() const { return potential_; }

  /// Returns the change of the potential that an exchange of the tasks of two terminals would cause (at most
  /// one terminal may be free). Until the next call, accept() performs this exchange.
  double try_exchange(std::uint32_t one, std::uint32_t other);
  void accept();

  CongestionValue value() const { return {max_, total_}; }
  Placement const& placement() const { return terminal_; }
  /// Returns the task on a terminal; no_task if it is free.
  std::uint32_t task_on(std::uint32_t terminal) const { return task_on_[terminal]; }
  std::uint64_t load(std::uint32_t channel) const { return load_[channel]; }
  std::uint32_t num_channels() const { return static_cast<std::uint32_t>(load_.size()); }
  /// Returns whether an exchange of the tasks of two terminals can change any load.
  bool differ(std::uint32_t one, std::uint32_t other) const {
    return in_[one] != in_[other] || out_[one] != out_[other];
  }
  /// Writes to `tasks` all tasks with traffic over a channel with a load of at least `min`.
  void find_tasks_above(std::uint64_t min, std::vector<std::uint32_t>& tasks);

 private:
  static constexpr std::uint32_t block = 64;  // channels per cached maximum

  void count_loads();
  void add_flow(std::uint32_t from, std::uint32_t to, std::int64_t units);
  void move_task(std::uint32_t task, std::uint32_t from, std::uint32_t to, std::uint32_t other_task);
  void turn_between(std::uint32_t one, std::uint32_t other);
  double potential_term(std::uint64_t load) const;
  void update_max(std::uint32_t channel, std::uint64_t before);

  TaskGraph const* tasks_;
  PairCosts* costs_;
  std::vector<std::uint32_t> in_, out_;  // injection and ejection router of each terminal
  Placement terminal_;
  std::vector<std::uint32_t> task_on_;
  std::vector<std::uint64_t> load_, block_max_;
  std::vector<double> potential_terms_;  // contribution of each channel to the potential
  std::uint64_t max_ = 0;
  unsigned __int128 total_ = 0;
  double potential_ = 0, per_reference_ = 1;
  unsigned doublings_ = 0;

  // last exchange tried
  std::uint32_t first_terminal_ = 0, second_terminal_ = 0, round_ = 0;
  double change_ = 0;
  std::vector<std::uint32_t> stamp_, touched_;
  std::vector<std::int64_t> delta_;
  std::vector<double> new_potential_terms_;  // by index in touched_
};

/// Data for the comparison of placements of a job on a machine.
class SearchContext {
 public:
  /// Throws InputError, naming `mapping`, if the context lacks the communication, the network or the routing.
  /// The network and the shares of the context must outlive this object.
  SearchContext(MappingContext const& context, std::string_view mapping);

  TaskGraph const& tasks() const { return tasks_; }
  Network const& network() const { return *network_; }
  /// Returns a cache of costs for one thread.
  PairCosts costs() const { return PairCosts(*shares_, *network_, scale_); }
  CostScale const& scale() const { return scale_; }

 private:
  TaskGraph tasks_;
  Network const* network_;
  routing::Shares const* shares_;
  CostScale scale_;
};

}  // namespace weft::mapping
