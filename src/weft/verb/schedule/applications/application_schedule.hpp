#pragma once

#include "weft/verb/schedule/schedule.hpp"

namespace weft::verb {

/// A schedule of an application (collective/applications), executed slot by slot with the mapping asked for and, where that is
/// another, with the natural one: tables `contention` (one row per mapping) and `phases`, a picture for each phase. Options that
/// have no meaning here are refused.
ExperimentPtr assemble_application_schedule(ScheduleVerb::Params const& request);

}  // namespace weft::verb
