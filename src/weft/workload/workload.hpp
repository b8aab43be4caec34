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

/// The traffic of a scenario: a traffic pattern on all terminals, or jobs with tasks placed on terminals. It
/// consists of jobs if the scenario has a mapping, a grid, ranks_per_node or jobs, or if its traffic is a
/// communication pattern but not a traffic pattern.
class Workload {
 public:
  Workload() = default;
  /// `machine`: with the failures of the run; jobs are placed on it, under the routing of the scenario
  /// (placement_routing()). `repetitions`: messages per terminal; for jobs, repetitions of the communication.
  /// `timed`: whether the engine uses Traffic::timed(). Throws InputError that names the invalid part.
  Workload(Scenario const& scenario, TopologyPtr const& topology, Machine const& machine,
           std::uint64_t repetitions, bool timed = false);

  /// Returns whether the traffic of a scenario consists of jobs.
  static bool consists_of_jobs(Scenario const& scenario);

  /// Returns the settings to list in a result.
  std::vector<Setting> const& settings() const { return settings_; }
  /// Returns the messages. The first call maps the tasks of jobs.
  TrafficPtr traffic(Progress& progress);
  /// Returns the messages with individual sizes and start times; empty if there are none.
  std::span<TimedMessage const> timed() const {
    return traffic_ == nullptr ? std::span<TimedMessage const>{} : traffic_->timed();
  }
  /// Returns the approximate number of messages, which does not depend on the placement.
  double num_messages() const;
  /// Returns the mean hops of a message on shortest paths, over a sample of messages, or over random pairs if
  /// destinations are unknown or expensive to compute.
  double mean_hops(AnyTopology const& topology) const;
  /// Returns the estimated cost of creating the messages.
  Estimate estimate() const;
  /// Adds the reports of the mappings.
  void add_tables(Result& result) const;

 private:
  TrafficPtr messages_of_jobs() const;

  TrafficPtr traffic_;
  std::optional<LoadAssembly> jobs_;
  std::uint64_t repetitions_ = 1, seed_ = 1;
  std::vector<Setting> settings_;
};

}  // namespace weft
