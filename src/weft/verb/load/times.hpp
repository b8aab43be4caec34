#pragma once

#include <span>

#include "weft/core/result.hpp"
#include "weft/engine/load/load.hpp"
#include "weft/experiment/link_times.hpp"
#include "weft/workload/dilation.hpp"

namespace weft::verb {

/// Tables `time` (only of a job alone) and `times` (by class): the bytes on the most loaded channels if the
/// mean task sends `times.bytes`, and the seconds that these channels are busy with them. No schedule is
/// faster.
void add_load_times(LinkTimes const& times, load::Loads const& loads, std::span<Dilation const> dilations,
                    Result& result);

/// Adds the columns of seconds to the table `jobs`.
void add_job_times(LinkTimes const& times, std::span<Dilation const> dilations, Table& jobs);

}  // namespace weft::verb
