#pragma once

#include "weft/study/presentation.hpp"

namespace weft {

/// Kind `collectives`: of runs of the engine `collective` the fastest planned algorithm for each of the sizes in the option `bytes` (numbers), run by
/// run (labels `operation`, `machine`, `terminals`), beside the lower bound: table `fastest`; all algorithms: table `algorithms`. For each
/// operation a picture of the times over the size, a panel for each run whose label `terminals` is the option `panels`.
Presentation present_collectives(Study const& study, Toml const& options,
                                 std::vector<StudyOutcome> const& outcomes);

}  // namespace weft
