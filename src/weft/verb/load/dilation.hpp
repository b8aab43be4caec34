#pragma once

#include "weft/core/progress.hpp"
#include "weft/core/table.hpp"
#include "weft/engine/load/load.hpp"
#include "weft/verb/load/load_assembly.hpp"

namespace weft::verb {

/// How far the traffic of a job goes.
struct Dilation {
  double mean_hops = 0;  ///< of a unit sent to another task, under the routing
  /// Hops of a shortest path between the two tasks farthest apart of which one sends to the other.
  std::uint32_t farthest = 0;
};

/// `loads`: by the job alone.
Dilation dilation_of(LoadMachine const& machine, LoadJob const& job, load::Loads const& loads,
                     Progress& progress);

/// Table `dilation`: a row per job.
Table dilation_table(std::vector<LoadJob> const& jobs, std::vector<Dilation> const& dilations);

}  // namespace weft::verb
