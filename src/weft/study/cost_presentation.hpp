#pragma once

#include "weft/study/presentation.hpp"

namespace weft {

/// Kind `cost_of_throughput`: what the networks of sweeps cost (options `name`, `title`, `part` and labels as of `load_curves`), a
/// row per label `curve` in the table NAME; and for each run the price of a terminal by the most that it is given, in the table
/// NAME_of_throughput and as bars in the picture NAME. A channel that carries a flit per cycle has the rate of CostParams, whatever
/// the topology calls its bandwidth.
Presentation present_cost_of_throughput(Study const& study, Toml const& options,
                                        std::vector<StudyOutcome> const& outcomes);

}  // namespace weft
