// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/workload/jobs.hpp"
#include "weft/workload/loaded_channels.hpp"

namespace weft {

/// Adds the array `channel_load`, and the table `channel_loads` if `as_table`; only a note if there are too
/// many channels.
void add_channel_loads(RoutedMachine const& machine, LoadedChannels const& channels,
                       ChannelLoads const& loads, bool as_table, Result& result);

/// Returns the terminal of each task as the array `placement`, or `placement_JOB`.
Array placement_array(LoadJob const& job);

}  // namespace weft
