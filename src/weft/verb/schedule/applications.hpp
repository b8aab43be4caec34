// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/verb/schedule/schedule.hpp"

namespace weft::verb {

/// A schedule of an application (collective/applications), executed slot by slot with the requested mapping
/// and, if that differs, with the natural one: tables `contention` (one row per mapping) and `phases`, a
/// picture for each phase. Options that have no meaning here are refused.
ExperimentPtr assemble_application_schedule(ScheduleVerb::Params const& request);

/// The schedules that are algorithms of applications.
std::vector<std::string> application_names();

}  // namespace weft::verb
