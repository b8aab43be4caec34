// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/core/result.hpp"
#include "weft/engine/load/load.hpp"
#include "weft/experiment/experiment.hpp"
#include "weft/experiment/link_times.hpp"
#include "weft/workload/dilation.hpp"
#include "weft/workload/load_params.hpp"

namespace weft::verb {

/// The exact load of every channel if each task sends the traffic of the pattern, one unit on average.
/// Tables: `throughput` (the classes in tie-breaking order, with the bottleneck marked), `fullest` (channels
/// by name), `histogram` and `dilation`; with `users` the table of that name; with a `bandwidth` also `time`
/// and `times`, in seconds. With several jobs also `jobs`, the time of each job alone and with the others,
/// and `job_classes`, its most loaded channels.
struct Load {
  using Params = LoadParams;
  static constexpr std::string_view name = "load";
  static constexpr std::string_view doc = "exact channel loads of an application, and its throughput bound";
  static constexpr std::string_view example =
      "weft load torus:8x8 --pattern halo --grid 8x8\n"
      "weft load torus:8x8x8 --mapping best\n"
      "weft load percs:supernodes=32,links=4 --pattern halo --grid 64x64";
  static constexpr auto& schema = load_schema;
  /// Returns the figures of the placement and of the loads: in the network, by class and along one axis.
  static std::vector<chart::Figure> figures(Result const& result);
  static ExperimentPtr assemble(Params const& params);
};

/// Adds the tables `time` (only for a single job) and `times` (by class): the bytes on the most loaded
/// channels if the mean task sends `times.bytes`, and the seconds for which they keep these channels busy, a
/// lower bound for any schedule.
void add_load_times(LinkTimes const& times, load::Loads const& loads, std::span<Dilation const> dilations,
                    Result& result);

/// Adds columns in seconds to the table `jobs`.
void add_job_times(LinkTimes const& times, std::span<Dilation const> dilations, Table& jobs);

}  // namespace weft::verb
