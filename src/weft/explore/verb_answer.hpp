#pragma once

#include <string>

#include "weft/core/progress.hpp"
#include "weft/core/spec.hpp"

namespace weft::explore {

/// Runs the request of a verb: the bundle of its result, with the arrays. `figures`: with its figures, too.
std::string verb_answer(Spec const& request, bool figures, Progress& progress);

}  // namespace weft::explore
