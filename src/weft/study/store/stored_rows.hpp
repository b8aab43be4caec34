// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "weft/core/table.hpp"
#include "weft/study/expression.hpp"
#include "weft/study/store/store.hpp"

namespace weft::study {

/// The rows of a store under the names of expressions: labels; `seed`, `verb`, `version`, `id`, `finished`,
/// `host`, `seconds`; settings (`routing`); parameters of parts (`routing.threshold`, or `threshold` alone);
/// cells of results (`summary.makespan`), which are read from the database when they are asked for.
class StoredRows final : public Rows {
 public:
  explicit StoredRows(Store const& store);
  StoredRows(StoredRows const&) = delete;
  StoredRows& operator=(StoredRows const&) = delete;

  Store const& store() const { return store_; }
  std::vector<StoredRun> const& runs() const { return runs_; }
  Value value(std::size_t row, std::string const& name) const override;

  /// The rows for which a condition holds: an expression in which `=` compares, and a word on the right of a
  /// comparison that is no name stands for itself: `routing = ugal and rate < 0.5`. Rows of other
  /// result_versions only if the condition asks for `version`. Empty: all. Throws InputError at `option`.
  Group where(std::string const& condition, std::string const& option) const;
  /// Throws InputError for a name that no row knows.
  void require_names(Expression const& expression) const;

  /// The names that tell these rows apart: labels, settings, or parameters of settings.
  std::vector<std::string> varying(Group const& rows) const;
  /// The scenario of a row as text, which rows of other stores have, too.
  std::string scenario_text(std::size_t row) const;

 private:
  /// Values by name for rows that share a scenario, or labels.
  using Known = std::unordered_map<std::int64_t, std::vector<Setting>>;
  using Cache = std::unordered_map<std::int64_t, std::optional<Value>>;

  bool is_name(std::string const& name) const;
  bool is_cell(std::string const& name) const;
  std::optional<Value> shared_value(StoredRun const& run, std::string const& name) const;
  std::optional<Value> own_value(StoredRun const& run, std::string const& name) const;
  Result const& result_of(StoredRun const& run) const;
  std::vector<std::string> names() const;

  Store const& store_;
  std::vector<StoredRun> runs_;
  Known scenarios_, labels_;
  mutable std::map<std::string, Cache, std::less<>> by_scenario_, by_labels_;
  mutable std::optional<std::pair<std::int64_t, Result>> last_;  ///< the result that was read last
};

/// Rows of a store as one side of a comparison.
struct Side {
  StoredRows const& rows;
  Group group;
};

/// The means of a measure on two sides, over pairs of runs with equal seeds: a row per group of pairs, with
/// the mean difference b - a and its confidence interval (Student's t of the paired differences). Paired runs
/// see the same random numbers, so that their difference varies less than each of them.
struct Comparison {
  Table table;
  std::size_t pairs = 0, unpaired = 0, groups = 0, different = 0;
};

/// Runs of the same scenario in two stores.
Comparison compare_stores(Side const& a, Side const& b, Expression const& measure, double confidence = 0.95);

/// Two kinds of runs of one store: those pair whose labels and settings agree, but for `chosen`, by which the
/// sides were chosen, and for what never agrees. Throws InputError if several runs of a side fit one pair.
Comparison compare_runs(Side const& a, Side const& b, std::vector<std::string> const& chosen,
                        Expression const& measure, double confidence = 0.95);

}  // namespace weft::study
