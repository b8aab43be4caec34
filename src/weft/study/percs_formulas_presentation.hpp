#pragma once

#include "weft/study/presentation.hpp"

namespace weft {

/// Kind `percs_formulas`: the closed forms of Chakaravarthy et al. (HiPC 2012) beside the throughput that was counted, for runs
/// on percs with the label `formula` (`halo_direct`, `halo_indirect`, `transpose_direct`, `transpose_indirect`). With h = ns nd / 32 D ports
/// of a node and tasks in blocks of a x b. No options.
Presentation present_percs_formulas(Study const& study, Toml const& options,
                                    std::vector<StudyOutcome> const& outcomes);

/// Kind `percs_findings`: direct beside indirect routing, a row for each machine, traffic and mapping of the runs with the label
/// `finding`. No options.
Presentation present_percs_findings(Study const& study, Toml const& options,
                                    std::vector<StudyOutcome> const& outcomes);

}  // namespace weft
