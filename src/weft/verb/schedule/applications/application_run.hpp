#pragma once

#include <string>
#include <utility>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/core/result.hpp"
#include "weft/core/spec.hpp"
#include "weft/engine/schedule/utilisation.hpp"

namespace weft {

/// How full the channels are in each phase, by its name, with the mapping asked for.
using PhaseUtilisations = std::vector<std::pair<std::string, schedule::Utilisation>>;

/// Executes an algorithm of an application (collective/applications) slot by slot: with the mapping asked for and, where that is another,
/// with the natural one. Tables `contention` (one row per mapping) and `phases`. Throws InputError on a request that cannot be
/// served; std::logic_error if a schedule breaks its promise.
Result run_application(std::string const& topology, Spec const& schedule, std::int64_t seed,
                       PhaseUtilisations& utilisations, Progress& progress = no_progress());

}  // namespace weft
