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

/// One run of a study: a request for a verb, and the labels by which presentations find it.
struct Run {
  Labels labels;
  Spec request;  ///< the verb, and the parameters that the study sets
  std::shared_ptr<Experiment>
      experiment;        ///< the experiment assembled when the study was read; null once it has run
  std::size_t unit = 0;  ///< its place in the order of the study; runs of a series share one

  /// The value of a label, or "".
  std::string label(std::string_view name) const;
  /// `3 (machine = torus, job = halo)`, or with the topology if it has no labels.
  std::string title(std::size_t number) const;
};

/// A [[run]] table of study.toml, as it was written.
struct RunTable {
  std::string place;  ///< file:line:column
  Point start;
  std::vector<Axis> axes;
  std::string adaptive;  ///< what its series do, or ""
};

/// A series of a study.
struct StudySeries {
  Series series;
  std::size_t unit = 0;
};

/// A study directory: study.toml says what to run and how to present it; a README.md has question and answer.
/// docs/reference/studies.md describes the keys.
struct Study {
  std::string name, title;
  std::filesystem::path directory;
  std::vector<RunTable> tables;
  std::vector<Run> runs;            ///< those that are known beforehand
  std::vector<StudySeries> series;  ///< those that depend on results
  std::vector<std::shared_ptr<Presentation const>> presentations;
  bool pictures = false;  ///< also those of every run
  bool partial = false;   ///< some of its runs are omitted, and so are presentations that lack rows

  /// Keeps the runs that have one of these labels: a value such as `torus`, or `machine=torus`. Throws
  /// InputError if none has.
  void keep_only(std::vector<std::string> const& labels);
  /// Keeps every count-th run, and series, from number `part` (1 .. count) on.
  void keep_part(std::size_t part, std::size_t count);
};

/// Reads DIR/study.toml (or the file itself), and checks every run and presentation. Throws InputError at
/// file:line:column.
Study read_study(std::filesystem::path const& path);

/// A run of a point, assembled. Throws InputError for wrong parameters.
Run assembled_run(Point const& point, std::size_t unit);

/// The keys of study.toml and of its [[run]] tables.
std::vector<KeyDoc> study_keys();
std::vector<KeyDoc> run_keys();

/// What the study will run, and why so many runs, in words.
std::string explain(Study const& study);

/// A run and its result, with the pictures of its verb.
struct Outcome {
  Run run;
  Result result;
  std::vector<OutputFile> pictures = {};  ///< if the study wants them
  bool stored = false;                    ///< the result was in the store; no pictures
};

/// A study as one result, without tables: named after its runs, so that other runs give another run id.
Result as_result(Study const& study, std::vector<Outcome> const& outcomes);

/// Called after each run that is computed, before its result is in the store; one call at a time.
using Finished = std::function<void(Outcome const&)>;

/// The outcomes of a study, in its order.
struct StudyOutcome {
  std::vector<Outcome> runs = {};
  std::vector<std::string> findings = {};    ///< of its series, a line each
  std::vector<std::string> lost_ranks = {};  ///< a line for each rank that died
};

/// Runs everything; each run is assembled once. Runs go over the threads: the longest first, one thread each
/// and as many at once as memory allows; a run that would take longer alone than all others together, or that
/// needs most of the memory, gets all threads. With a store, only what has no result there; runs that another
/// process computes at the moment come last, from its results. Errors name the run: the other runs are
/// finished first. A wrong name in a presentation is an error before the first run if no run can supply it;
/// if it looks misspelled, as soon as each verb and engine has run once.
StudyOutcome run_study(Study& study, Progress& progress = no_progress(), Finished const& finished = {},
                       Store* store = nullptr);

}  // namespace weft::study
