// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/core/result.hpp"
#include "weft/engine/flit/recorder.hpp"
#include "weft/engine/flit/run.hpp"
#include "weft/workload/flit/assembly.hpp"

namespace weft {

/// Returns the table `classes` without rows: throughput and latency of each traffic class. `of_sweep`:
/// whether it has a column for the rate.
Table traffic_class_table(bool of_sweep);

/// Adds a row for each traffic class of a run at the rate of `with`.
void add_class_rows(flit::FlitParams const& with, flit::FlitNetwork const& machine,
                    flit::Outcome const& outcome, bool of_sweep, Table& table);

/// Returns the table `classes_over_time` with a row for each interval and class.
Table classes_over_time(flit::FlitParams const& with, flit::FlitNetwork const& machine,
                        flit::Timeline const& figures);

}  // namespace weft
