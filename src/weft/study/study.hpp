#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/core/result.hpp"
#include "weft/core/spec.hpp"
#include "weft/experiment/experiment.hpp"

namespace weft::study {

class Presentation;
class Store;

/// A key of study.toml and what it means.
struct KeyDoc {
  char const *name, *doc;
};

/// One run of a study: a request for a verb, and the labels by which presentations find it.
struct Run {
  std::vector<std::pair<std::string, std::string>> labels;
  Spec request;  ///< the verb, and the parameters that the study sets
  std::shared_ptr<Experiment>
      experiment;  ///< the experiment assembled when the study was read; null once it has run

  /// The value of a label, or "".
  std::string label(std::string_view name) const;
  /// `3 (machine = torus, job = halo)`, or with the topology if it has no labels.
  std::string title(std::size_t number) const;
};

/// A study directory: study.toml says what to run and how to present it; a README.md has question and answer.
/// docs/reference/studies.md describes the keys.
struct Study {
  std::string name, title;
  std::filesystem::path directory;
  std::vector<Run> runs;
  std::vector<std::shared_ptr<Presentation const>> presentations;
  bool partial = false;  ///< some of its runs are omitted, and so are presentations that lack rows

  /// Keeps the runs that have one of these labels: a value such as `torus`, or `machine=torus`. Throws
  /// InputError if none has.
  void keep_only(std::vector<std::string> const& labels);
};

/// Reads DIR/study.toml (or the file itself), and checks every run and presentation. Throws InputError at
/// file:line:column.
Study read_study(std::filesystem::path const& path);

/// The keys of study.toml and of its [[run]] tables.
std::vector<KeyDoc> study_keys();
std::vector<KeyDoc> run_keys();

/// A run and its result, with the pictures of its verb.
struct Outcome {
  Run run;
  Result result;
  std::vector<OutputFile> pictures = {};
  bool stored = false;  ///< the result was in the store; no pictures
};

/// A study as one result, without tables: named after its runs, so that other runs give another run id.
Result as_result(Study const& study, std::vector<Outcome> const& outcomes);

/// Called after each run that is computed, before its result is in the store.
using Finished = std::function<void(Outcome const&)>;

/// Runs everything in order; each run is assembled once. With a store, only what has no result there; runs
/// that another process computes at the moment come last, from its results. Errors name the run. A wrong name
/// in a presentation is an error before the first run if no run can supply it; if it looks misspelled, as
/// soon as each verb and engine has run once.
std::vector<Outcome> run_study(Study& study, Progress& progress = no_progress(),
                               Finished const& finished = {}, Store* store = nullptr);

}  // namespace weft::study
