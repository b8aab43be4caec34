#pragma once

#include "weft/study/presentation.hpp"

namespace weft {

/// Kind `reference_curves`: sweeps beside another simulator's, which a run's label `experiment` names; its label `name` is for people.
/// Options: `published`: a CSV file, a row per experiment and rate (`experiment`, `mode` latency, `status` ok or unstable, `rate`,
/// `pkt_lat`, `offered_meas`, `accepted`, `hops`); `saturations`: a CSV file of saturation loads (`experiment`, `sat_load_3x`), which for
/// experiments that are not in it are where the published curve passes three times its first latency, or if it does not, where ours
/// does; `simulator`: its name. Table
/// `points`: a row per published point of status ok that was simulated; `experiments`: the greatest differences of latency and the
/// saturations; picture `curves`.
Presentation present_reference_curves(Study const& study, Toml const& options,
                                      std::vector<StudyOutcome> const& outcomes);

}  // namespace weft
