// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/result.hpp"
#include "weft/report/page.hpp"
#include "weft/study/study.hpp"

namespace weft::report {

/// The output of a study that was run.
struct StudyOutput {
  Result result;  ///< tables of the study; the answer counts the comparisons that agree
  std::vector<chart::Figure> figures;
  std::vector<study::Outcome> runs;
  std::vector<std::string> missed;  ///< comparisons outside their tolerance
  std::vector<std::string> notes;   ///< on the computation, a line each: results from the store, lost ranks
};

/// Runs a study with its store in `folder`, which is created. Writes its figures, its README.md and, if the
/// study requests them, the pictures of its runs to `folder`; the caller writes tables and result.json.
StudyOutput run_study(study::Study& study, std::filesystem::path const& folder, Progress& progress,
                      chart::Style const& style = {});

/// Returns the study as a part of a page: its question, its figures, and its runs.
Part page_part(study::Study const& study, StudyOutput const& output, std::filesystem::path const& folder);

}  // namespace weft::report
