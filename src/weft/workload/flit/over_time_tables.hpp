// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/core/result.hpp"
#include "weft/engine/flit/flit_network.hpp"
#include "weft/engine/flit/recorder.hpp"
#include "weft/workload/flit/assembly.hpp"

namespace weft {

/// Throws InputError if a single interval would contain too many values.
void check_over_time(flit::FlitNetwork const& machine, flit::FlitParams const& params);

/// Adds the figures over time, if recorded: the tables `over_time`, `congested_channels` and, if there are
/// several traffic classes, `classes_over_time`; the arrays `over_time_channels`, `over_time_routers`,
/// `over_time_terminals` and optionally `over_time_pairs`; and, if `channels_as_table`, the table
/// `channels_over_time`.
void add_over_time(FlitAssembly const& setting, flit::FlitNetwork const& machine,
                   flit::Timeline const& figures, bool channels_as_table, Result& result);

}  // namespace weft
