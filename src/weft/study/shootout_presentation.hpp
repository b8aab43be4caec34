#pragma once

#include "weft/study/presentation.hpp"

namespace weft {

/// Kind `mapping_shootout`: the maximum congestion (load over bandwidth of the fullest channel, if the mean task sends 1), the
/// dilation and the time of several mappings, case by case (labels `machine` and `job`), a row per mapping (label `mapping`),
/// and the ratio to the mapping that the option `baseline` names; a picture of the ratios. A note counts where the mappings
/// named by `judged` are better, equal or worse.
Presentation present_mapping_shootout(Study const& study, Toml const& options,
                                      std::vector<StudyOutcome> const& outcomes);

}  // namespace weft
