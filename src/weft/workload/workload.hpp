// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "weft/core/estimate.hpp"
#include "weft/experiment/scenario.hpp"
#include "weft/network/any_topology.hpp"
#include "weft/network/machine.hpp"
#include "weft/traffic/traffic.hpp"
#include "weft/workload/jobs.hpp"

namespace weft {

/// The traffic of a scenario: a traffic pattern on all terminals, or jobs whose tasks are placed on
/// terminals. It is jobs if the scenario has a mapping, a grid or jobs, or if its traffic is a communication
/// pattern and not a traffic pattern.
class Workload {
 public:
  Workload() = default;
  /// `machine`: with the failures of this run; jobs are placed on it, under the routing of the scenario
  /// (placement_routing()). `repetitions`: messages per terminal; for jobs, how often their communication is
  /// sent. `timed`: the engine uses Traffic::timed(). Throws InputError naming the part at fault.
  Workload(Scenario const& scenario, TopologyPtr const& topology, Machine const& machine,
           std::uint64_t repetitions, bool timed = false);

  /// Whether the scenario's traffic is one of jobs.
  static bool is_of_jobs(Scenario const& scenario);

  /// The description of it in a result.
  std::vector<Setting> const& settings() const { return settings_; }
  /// The messages. The first call places the tasks of jobs.
  TrafficPtr traffic(Progress& progress);
  /// The messages that have sizes and starts of their own, or none.
  std::span<TimedMessage const> timed() const {
    return traffic_ == nullptr ? std::span<TimedMessage const>{} : traffic_->timed();
  }
  /// About how many messages there are, before tasks have places.
  double num_messages() const;
  /// The hops of a message over a shortest path on average: of a sample, or of random pairs where the
  /// destinations are not known or take long.
  double mean_hops(AnyTopology const& topology) const;
  /// Making the messages.
  Estimate estimate() const;
  /// The reports of the mappings.
  void add_tables(Result& result) const;

 private:
  TrafficPtr messages_of_jobs() const;

  TrafficPtr traffic_;
  std::optional<LoadAssembly> jobs_;
  std::uint64_t repetitions_ = 1, seed_ = 1;
  std::vector<Setting> settings_;
};

}  // namespace weft
