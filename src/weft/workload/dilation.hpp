// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/core/progress.hpp"
#include "weft/core/table.hpp"
#include "weft/engine/load/load.hpp"
#include "weft/workload/jobs.hpp"

namespace weft {

/// The distances that the traffic of a job covers.
struct Dilation {
  double mean_hops = 0;  ///< mean hops under the routing, over the units sent to other tasks
  /// Maximum distance in hops between two tasks that communicate.
  std::uint32_t farthest = 0;
  /// Fraction of the traffic that tasks send to themselves over no channel.
  double own_share = 0;
};

/// Computes the distances that the traffic of a job covers. `loads`: of the job alone.
Dilation compute_dilation(RoutedMachine const& machine, LoadJob const& job, load::Loads const& loads,
                          Progress& progress);

/// Returns the table `dilation` with a row per job.
Table dilation_table(std::vector<LoadJob> const& jobs, std::vector<Dilation> const& dilations);

}  // namespace weft
