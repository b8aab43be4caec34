#pragma once

#include "weft/study/presentation.hpp"

/// How studies of CLEX show themselves beside the figures that Lenzen & Wattenhofer published. Runs are found by their
/// labels `table` (I .. IV) and `reading` (literal, fitted, torus).
namespace weft {

/// Every cell of Tables I-IV: the published value beside mean and range over the seeds of each reading; picture `levels`.
/// Option `published`: the CSV file of the published values (table, level, metric, published).
Presentation present_clex_tables(Study const& study, Toml const& options,
                                 std::vector<StudyOutcome> const& outcomes);

/// Figure 3: messages left in a clique after each phase of A(1), for each table and reading; picture `figure_3`.
Presentation present_clex_phases(Study const& study, Toml const& options,
                                 std::vector<StudyOutcome> const& outcomes);

/// CLEX against the torus on the same messages, measured, beside the ratios of the paper, in both accountings of bandwidth;
/// picture `clex_against_torus`. Options `published`: CSV (table, quantity, published); `reading`: which one of CLEX.
Presentation present_clex_torus(Study const& study, Toml const& options,
                                std::vector<StudyOutcome> const& outcomes);

}  // namespace weft
