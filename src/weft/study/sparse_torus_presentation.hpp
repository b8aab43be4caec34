#pragma once

#include "weft/study/presentation.hpp"

namespace weft {

/// Kind `sparse_torus`: schedules of sparse tori, a row per run with the label `part`, of engine schedule: makespan and cost executed
/// beside the closed forms; the table of slots of the run with `part = "slide"`; and the cost T / p over n, a line for each number of
/// dimensions of the runs with `part = "cost"`, with the limit 1/2 (picture `cost`). Runs with the option `packets`: a row each of the
/// table `h_relations`. No options.
Presentation present_sparse_torus(Study const& study, Toml const& options,
                                  std::vector<StudyOutcome> const& outcomes);

}  // namespace weft
