#pragma once

#include "weft/core/progress.hpp"
#include "weft/core/result.hpp"
#include "weft/verb/schedule/schedule.hpp"

namespace weft {

/// Whether the schedule is one of an application (collective/applications).
bool is_application_schedule(ScheduleRequest const& request);

/// As check_schedule and run_schedule, for these: tables `contention` and `phases`, a picture for each phase. Options that have no
/// meaning here are refused.
void check_application_schedule(ScheduleRequest const& request);
Result run_application_schedule(ScheduleRequest const& request, ScheduleFiles& files, Progress& progress);

}  // namespace weft
