#pragma once

#include <span>

#include "weft/core/result.hpp"
#include "weft/verb/load/loaded_channels.hpp"

namespace weft::verb {

/// The loads of all jobs at once, if the mean task of each sends its rate: in units of a power of two, each job's part rounded.
ChannelLoads loads_together(LoadedChannels const& channels, std::span<LoadJob const> jobs,
                            std::span<ChannelLoads const> alone);

/// Tables `jobs` and `job_classes`: what each job's most loaded channel takes, alone and beside the others, where a job waits for the
/// channels that it uses.
void add_job_tables(LoadedChannels const& channels, std::span<LoadJob const> jobs,
                    std::span<ChannelLoads const> alone, ChannelLoads const& together, Result& result);

}  // namespace weft::verb
