#pragma once

#include "weft/experiment/experiment.hpp"
#include "weft/verb/deadlock/deadlock.hpp"

namespace weft::verb {

/// A request with `then`: whether the network can deadlock before, while and after routing `then` replaces
/// another one. Tables: `verdict`, a row for each of before, after, together, mixed; `change` (one row);
/// `waits`, a shortest cycle of each that can deadlock.
ExperimentPtr transition_deadlock(Deadlock::Params const& params);

}  // namespace weft::verb
