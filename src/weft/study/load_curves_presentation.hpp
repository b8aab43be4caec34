#pragma once

#include "weft/study/presentation.hpp"

namespace weft {

/// Kind `load_curves`: runs of the engine `sweep`, latency and throughput over the injection rate. Options: `name` of the picture and
/// the table; `title`; `part`: only runs with that label `part`; `top`: the end of the latency axis, in cycles (default: four times the
/// greatest latency at a lowest rate); `references`: lists [name, rate, panel] of rates to mark, in that panel or in all. The label
/// `panel` of a run names the charts that it stands in, the label `curve` its line. Table NAME: a row per run, where saturation is three
/// times the latency at the lowest rate.
Presentation present_load_curves(Study const& study, Toml const& options,
                                 std::vector<StudyOutcome> const& outcomes);

}  // namespace weft
