#pragma once

#include "weft/study/presentation.hpp"

namespace weft {

/// Kind `mapping_shootout`: the maximum congestion (load over bandwidth of the fullest channel, if the mean task sends 1), the
/// dilation and the time of several mappings, case by case (labels `machine` and `job`), and the ratio to the mapping that the
/// option `baseline` names; a picture of the ratios. `names`: pairs of how a run's mapping begins and what it is called; the
/// longest beginning counts. A note for each of `judged` and of `against` (default: the baseline) counts where the first is
/// better, equal or worse.
Presentation present_mapping_shootout(Study const& study, Toml const& options,
                                      std::vector<StudyOutcome> const& outcomes);

}  // namespace weft
