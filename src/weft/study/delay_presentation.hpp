#pragma once

#include "weft/study/presentation.hpp"

namespace weft {

/// The delays of single messages: one row per run with engine option delays=true (mean, median, 99 %, maximum, share beyond
/// 2 and 2.5 times the mean), and the distributions overlaid, each divided by its mean (picture `delays`). Runs are named by
/// their label `name`. Option `quantity`: rounds, hops, metres or delay_ns.
Presentation present_delays(Study const& study, Toml const& options,
                            std::vector<StudyOutcome> const& outcomes);

}  // namespace weft
