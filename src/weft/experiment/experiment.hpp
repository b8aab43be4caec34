// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weft/core/estimate.hpp"
#include "weft/core/param.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/result.hpp"
#include "weft/core/spec.hpp"

namespace weft {

/// A file that accompanies a result: a figure, or input for another program.
struct OutputFile {
  std::string name;
  std::string content;
  bool is_answer = false;  ///< a document that replaces the tables, such as a rankfile
  friend bool operator==(OutputFile const&, OutputFile const&) = default;
};

/// A request whose names are resolved to objects, and which is checked on construction.
class Experiment {
 public:
  virtual ~Experiment() = default;
  Experiment(Experiment const&) = delete;
  Experiment& operator=(Experiment const&) = delete;

  /// Returns the request with all parameters. Its hash, with the seed, identifies the run.
  std::vector<Setting> const& resolved() const { return resolved_; }
  /// Returns the id of the run, which is also the id of its result.
  std::string id() const { return run_id(resolved_, seed_); }
  /// Sets the text of the request, which is copied to the result.
  void set_request(Spec const& request) { request_ = request.to_string(); }
  /// Returns the memory and time that run() is expected to need. The memory includes the memory that this
  /// object has already allocated. Cheap at any size: builds no network and reads no file.
  virtual Estimate estimate() const = 0;
  /// Runs the experiment. May be called once. Throws InputError for errors that are detected only during the
  /// run.
  Result run(Progress& progress = no_progress());
  /// Returns the files of the result in addition to tables and figures. Before run(), files with names known
  /// in advance have no content.
  virtual std::vector<OutputFile> attachments() const { return {}; }
  /// Returns the attachment that is the answer, or nullopt.
  std::optional<OutputFile> document() const;
  /// Returns, after run(), whether the result meets the requirement of the request. If it does not, the exit
  /// status of the command is 3.
  virtual bool meets_requirement(Result const& /*result*/) const { return true; }

 protected:
  /// Constructs an experiment of `verb`, which determines the figures of the result.
  explicit Experiment(std::string_view verb) : verb_(verb) {}
  /// Sets the resolved settings, and adds the hashes of the files that they name. Called by constructors of
  /// derived classes.
  void resolve(std::vector<Setting> resolved, std::int64_t seed = 0);
  std::uint64_t seed() const { return seed_; }

 private:
  /// Sets the tables, arrays, timings, notes and answer of the result.
  virtual void execute(Result& result, Progress& progress) = 0;

  std::string verb_, request_;
  std::vector<Setting> resolved_;
  std::uint64_t seed_ = 0;
};

/// Returns parameters as listed in a result, without the seed, which is listed separately, and the output,
/// which does not affect the result.
template <class Schema, class Params>
std::vector<Setting> settings_of(Schema const& schema, Params const& params) {
  std::vector<Setting> settings;
  for (auto& [key, value] : write_params(schema, params, true))
    if (key != "seed" && key != "output") settings.push_back({key, std::move(value)});
  return settings;
}

/// Estimate for a run that is dominated by start-up and uses little data.
inline constexpr Estimate short_run{.bytes = 2e6, .seconds = 2e-3};

/// Returns the hashes of the files that settings name, at any nesting depth.
std::vector<Setting> contents_of(std::vector<Setting> const& settings);

/// Returns the estimate for a table with `rows` rows.
Estimate estimate_rows(double rows);

using ExperimentPtr = std::unique_ptr<Experiment>;

}  // namespace weft
