#pragma once

#include "weft/core/catalog.hpp"
#include "weft/verb/balance/balance.hpp"
#include "weft/verb/collective/collective.hpp"
#include "weft/verb/compare/compare.hpp"
#include "weft/verb/deadlock/deadlock.hpp"
#include "weft/verb/draw/draw.hpp"
#include "weft/verb/export/export.hpp"
#include "weft/verb/list/list.hpp"
#include "weft/verb/load/load.hpp"
#include "weft/verb/map/map.hpp"
#include "weft/verb/route/route.hpp"
#include "weft/verb/schedule/schedule.hpp"
#include "weft/verb/show/show.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/verb/sweep/sweep.hpp"
#include "weft/verb/universality/universality.hpp"

namespace weft::verb {

/// Everything that a person can ask. Each is a command, and each can be the run of a study.
using Verbs = Catalog<List, Show, Compare, Route, Simulate, Sweep, Load, Map, Collective, ScheduleVerb,
                      Balance, Deadlock, Universality, Draw, Export>;

}  // namespace weft::verb
