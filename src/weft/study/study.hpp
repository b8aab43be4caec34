#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/core/result.hpp"
#include "weft/experiment/scenario.hpp"
#include "weft/io/toml.hpp"

namespace weft {

/// One run of a study: a request for a verb, and the labels by which presentations find it.
struct StudyRun {
  std::vector<std::pair<std::string, std::string>> labels;
  Spec request;       ///< the verb and its parameters
  Scenario scenario;  ///< the parameters that a scenario has

  /// The value of a label, or "".
  std::string label(std::string_view name) const;
};

/// One way to look at the results: a kind of presentation.hpp and its options (the table of the study file).
struct PresentationRequest {
  std::string kind;
  Toml options;
};

/// A study directory: study.toml says what to run and how to present them; a README.md tells question and answer.
///
///     title = "..."
///     [base]                                # parameters of a verb (`verb`, else simulate); every run starts from them
///     topology = "clex:m=32,levels=4"
///     [[run]]                               # overrides of the base, labels, and axes that multiply
///     label = { table = "I" }
///     messages = 28
///     sweep = { seed = [1, 2, 3] }
///     [[present]]
///     kind = "clex_tables"
///
/// {study} in a value stands for the study's directory, e.g. traffic = "matrix:file={study}/job.mtx".
struct Study {
  std::string name, title;
  std::filesystem::path directory;
  std::vector<StudyRun> runs;
  std::vector<PresentationRequest> presentations;
};

/// Reads DIR/study.toml (or the file itself). Throws InputError at file:line:column.
Study read_study(std::filesystem::path const& path);

/// A run and what it gave.
struct StudyOutcome {
  StudyRun run;
  Result result;
};

/// Runs all requests in order. Errors name the run.
std::vector<StudyOutcome> run_study(Study const& study, Progress& progress = no_progress());

}  // namespace weft
