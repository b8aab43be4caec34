#pragma once

#include "weft/study/presentation.hpp"

namespace weft {

/// Kind `deadlock_proofs`: runs of engine `deadlock` beside runs of engine `flit` with the same label `case`. Table `proofs`, a row for each
/// case: the verdict and what the engine did; table `cycles`, the cycle of each case that is refuted, also as a picture. No options.
Presentation present_deadlock_proofs(Study const& study, Toml const& options,
                                     std::vector<StudyOutcome> const& outcomes);

}  // namespace weft
