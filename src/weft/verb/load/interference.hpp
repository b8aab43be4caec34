// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "weft/core/result.hpp"
#include "weft/workload/jobs.hpp"
#include "weft/workload/loaded_channels.hpp"

/// Loads of several jobs that share channels.
namespace weft::verb {

/// Returns the combined loads of all jobs if the mean task of each job sends at the rate of the job. The unit
/// is a power of two, and the load of each job is rounded.
ChannelLoads loads_together(LoadedChannels const& channels, std::span<LoadJob const> jobs,
                            std::span<ChannelLoads const> alone);

/// Adds the tables `jobs` and `job_classes`: the time of the most loaded channel of each job, alone and with
/// the other jobs. A job waits for all channels that it uses.
void add_job_tables(LoadedChannels const& channels, std::span<LoadJob const> jobs,
                    std::span<ChannelLoads const> alone, ChannelLoads const& together, Result& result);

}  // namespace weft::verb
