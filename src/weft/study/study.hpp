// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/core/result.hpp"
#include "weft/core/spec.hpp"
#include "weft/experiment/experiment.hpp"
#include "weft/study/point.hpp"
#include "weft/study/series.hpp"

namespace weft::study {

class Presentation;

/// A run of a study: a request for a verb, and the labels by which presentations select the run.
struct Run {
  Labels labels;
  Spec request;                            ///< the verb, and the parameters that the study specifies
  std::shared_ptr<Experiment> experiment;  ///< assembled when the study was read; null after the run
  std::size_t unit = 0;  ///< index in the order of the study; shared by the runs of a series

  /// Returns the value of a label; empty if the run does not have the label.
  std::string label(std::string_view name) const;
  /// Returns a title such as `3 (machine = torus, job = halo)`; for a run without labels, with the topology
  /// instead.
  std::string title(std::size_t number) const;
};

/// A [[run]] table of study.toml, as written.
struct RunTable {
  std::string place;  ///< file:line:column
  Point start;
  std::vector<Axis> axes;
  std::string adaptive;  ///< description of the series; empty if there is none
};

/// A series of a study.
struct StudySeries {
  Series series;
  std::size_t unit = 0;
};

/// A study directory: study.toml specifies the runs and presentations, README.md states the question and the
/// answer. docs/reference/studies.md describes the keys.
struct Study {
  std::string name, title;
  std::filesystem::path directory;
  std::vector<RunTable> tables;
  std::vector<Run> runs;            ///< runs that are known in advance
  std::vector<StudySeries> series;  ///< runs that depend on results
  std::vector<std::shared_ptr<Presentation const>> presentations;
  bool pictures = false;  ///< whether to draw the pictures of every run
  bool partial = false;   ///< some runs are omitted, as are presentations without rows

  /// Keeps only the runs with at least one of the given labels: a value such as `torus`, or `machine=torus`.
  /// Throws InputError for a label that no run has.
  void select_labels(std::vector<std::string> const& labels);
  /// Keeps only every count-th run and series, starting with number `part` (1 .. count).
  void select_part(std::size_t part, std::size_t count);
};

/// Reads DIR/study.toml (or the file itself) and checks every run and presentation. Throws InputError at
/// file:line:column.
Study read_study(std::filesystem::path const& path);

/// Assembles the run of a point. Throws InputError for invalid parameters.
Run assembled_run(Point const& point, std::size_t unit);

/// Return the keys of study.toml and of its [[run]] tables.
std::vector<KeyDoc> study_keys();
std::vector<KeyDoc> run_keys();

/// Returns a description of the study's runs, with the product that yields the number of runs of each table.
std::string explain(Study const& study);

/// A run and its result, with the pictures of its verb.
struct Outcome {
  Run run;
  Result result;
  std::vector<OutputFile> pictures = {};  ///< if the study requests them
  bool stored = false;                    ///< whether the result is from the store, without pictures
};

/// Returns a study as one result without tables. Its run id depends on its runs.
Result as_result(Study const& study, std::vector<Outcome> const& outcomes);

/// Callback after each computed run, before its result is stored. Calls are serialized.
using Finished = std::function<void(Outcome const&)>;

/// The outcomes of the runs of a study, in the order of the study.
struct StudyOutcome {
  std::vector<Outcome> runs = {};
  std::vector<std::string> findings = {};    ///< findings of the series, one line each
  std::vector<std::string> lost_ranks = {};  ///< one line for each lost rank
};

/// Runs a study; each run is assembled once. Runs are distributed over the threads: longest first, on one
/// thread each, within the memory limit; a run that would take longer alone than all others together, or that
/// requires most of the memory, uses all threads. With a store, only runs without a stored result are
/// computed; runs that another process is computing come last, and use its results. Errors name the run; the
/// other runs are finished first. An invalid name in a presentation is an error before the first run if no
/// run can supply it; if it appears to be misspelled, as soon as each verb and engine has run once.
StudyOutcome run_study(Study& study, Progress& progress = no_progress(), Finished const& on_finished = {},
                       Store* store = nullptr);

}  // namespace weft::study
