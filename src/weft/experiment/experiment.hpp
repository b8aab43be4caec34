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

/// A file that comes with a result: a figure, or the input of another program.
struct OutputFile {
  std::string name;
  std::string content;
  bool is_answer = false;  ///< a document that stands for the tables, such as a rankfile
  friend bool operator==(OutputFile const&, OutputFile const&) = default;
};

/// A request whose names are resolved to objects. Construction checks it.
class Experiment {
 public:
  virtual ~Experiment() = default;
  Experiment(Experiment const&) = delete;
  Experiment& operator=(Experiment const&) = delete;

  /// The request with every parameter written out. Its hash and the seed name the run.
  std::vector<Setting> const& resolved() const { return resolved_; }
  /// The name of the run: that of its result.
  std::string id() const { return run_id(resolved_, seed_); }
  /// Sets the words of the request, which the result repeats.
  void set_request(Spec const& request) { request_ = request.to_string(); }
  /// What run() is expected to need; the bytes count what this object holds already. Cheap at any size: it
  /// builds no network and reads no file.
  virtual Estimate estimate() const = 0;
  /// Once. Throws InputError for errors that show only during the run.
  Result run(Progress& progress = no_progress());
  /// Files of the result in addition to tables and figures. Those known before run() have no content until
  /// then.
  virtual std::vector<OutputFile> attachments() const { return {}; }
  /// The attachment that is the answer, if one is.
  std::optional<OutputFile> document() const;
  /// After run(): whether the result meets the requirement of the request; if not, the exit status of the
  /// command is 3.
  virtual bool is_met(Result const& /*result*/) const { return true; }

 protected:
  /// `verb`: what its result answers. It finds the figures that show the result.
  explicit Experiment(std::string_view verb) : verb_(verb) {}
  /// For constructors of derived classes.
  /// Adds the contents of files that the settings name, as a hash.
  void resolve(std::vector<Setting> resolved, std::int64_t seed = 0);
  std::uint64_t seed() const { return seed_; }

 private:
  /// Fills in tables, arrays, timings, notes and answer.
  virtual void execute(Result& result, Progress& progress) = 0;

  std::string verb_, request_;
  std::vector<Setting> resolved_;
  std::uint64_t seed_ = 0;
};

/// Parameters as a result shows them; the seed of a result stands apart from them, and an output changes no
/// result.
template <class Schema, class Params>
std::vector<Setting> settings_of(Schema const& schema, Params const& params) {
  std::vector<Setting> settings;
  for (auto& [key, value] : write_params(schema, params, true))
    if (key != "seed" && key != "output") settings.push_back({key, std::move(value)});
  return settings;
}

/// A run that takes about as long as its start and whose data are small.
inline constexpr Estimate short_run{.bytes = 2e6, .seconds = 2e-3};

/// The contents of the files that settings name, at any depth of brackets, as hashes.
std::vector<Setting> contents_of(std::vector<Setting> const& settings);

/// The rows of a table that grows with the network.
Estimate estimate_rows(double rows);

using ExperimentPtr = std::unique_ptr<Experiment>;

}  // namespace weft
