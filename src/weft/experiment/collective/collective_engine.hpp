#pragma once

#include <optional>

#include "weft/experiment/collective/collective_request.hpp"
#include "weft/experiment/scenario.hpp"

namespace weft {

/// The request of a scenario with the engine `collective:operation=..,algorithm=..`, whose options are those of weft collective; nothing for
/// other engines. Throws InputError for wrong options, and for parts of the scenario that the engine knows nothing of.
std::optional<CollectiveRequest> collective_request(Scenario const& scenario);

}  // namespace weft
