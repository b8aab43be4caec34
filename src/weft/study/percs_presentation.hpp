#pragma once

#include "weft/study/presentation.hpp"

namespace weft {

/// Kind `percs_tables`: every cell of the tables of Chakaravarthy et al. (HiPC 2012) beside ours; cells that depend on a
/// seed with mean, standard deviation and range. Options: `published`, the CSV file of the cells; `class`, whose
/// throughput is shown instead of the bottleneck's. Cells whose `match` is `beyond` are told as multiples of the published
/// ones; a table without cells in the file is left out.
Presentation present_percs_tables(Study const& study, Toml const& options,
                                  std::vector<StudyOutcome> const& outcomes);

}  // namespace weft
