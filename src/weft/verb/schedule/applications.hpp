// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/verb/schedule/schedule.hpp"

namespace weft::verb {

/// Returns the experiment for a schedule of an application (collective/applications), executed slot by slot
/// with the requested mapping and, if it differs, with the natural mapping. Tables: `contention` (one row per
/// mapping) and `phases`; a figure for each phase. Throws InputError for options that do not apply.
ExperimentPtr assemble_application_schedule(ScheduleVerb::Params const& request);

/// Returns the names of the schedules that are algorithms of applications.
std::vector<std::string> application_names();

}  // namespace weft::verb
