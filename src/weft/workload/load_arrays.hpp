// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/workload/jobs.hpp"
#include "weft/workload/loaded_channels.hpp"

namespace weft {

/// Adds the array `channel_load` and, if `as_table`, the table `channel_loads`; adds only a note if there are
/// too many channels.
void add_channel_loads(RoutedMachine const& machine, LoadedChannels const& channels,
                       ChannelLoads const& loads, bool as_table, Result& result);

/// Returns the terminals of all tasks as the array `placement`, or `placement_JOB` for a named job.
Array placement_array(LoadJob const& job);

}  // namespace weft
