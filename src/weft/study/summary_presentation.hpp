#pragma once

#include "weft/study/presentation.hpp"

namespace weft {

/// Any study, run by run: one row per run with its labels, what `columns` of its result tables say, each written
/// `table.column` (the first row) or `table[first cell].column`, and, with `chart`, bars of the first column.
/// Options `name`, `title`, `columns`; `chart = true`.
Presentation present_summary(Study const& study, Toml const& options,
                             std::vector<StudyOutcome> const& outcomes);

}  // namespace weft
