// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/core/progress.hpp"
#include "weft/core/table.hpp"
#include "weft/engine/load/load.hpp"
#include "weft/workload/jobs.hpp"

namespace weft {

/// The distances of a job's traffic.
struct Dilation {
  double mean_hops = 0;  ///< of a unit sent to another task, under the routing
  /// The maximum distance in hops between two tasks of which one sends to the other.
  std::uint32_t farthest = 0;
};

/// `loads`: those of the job alone.
Dilation dilation_of(RoutedMachine const& machine, LoadJob const& job, load::Loads const& loads,
                     Progress& progress);

/// Table `dilation`: a row per job.
Table dilation_table(std::vector<LoadJob> const& jobs, std::vector<Dilation> const& dilations);

}  // namespace weft
