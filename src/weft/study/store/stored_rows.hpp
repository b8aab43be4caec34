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

/// The rows of a store, over which expressions are evaluated. Names: labels; `seed`, `verb`, `version`, `id`,
/// `finished`, `host`, `seconds`; settings (`routing`); parameters of parts (`routing.threshold`, or
/// `threshold` alone); cells of results (`summary.makespan`), which are read from the database on demand.
class StoredRows final : public Rows {
 public:
  explicit StoredRows(Store const& store);
  StoredRows(StoredRows const&) = delete;
  StoredRows& operator=(StoredRows const&) = delete;

  Store const& store() const { return store_; }
  std::vector<StoredRun> const& runs() const { return runs_; }
  Value value(std::size_t row, std::string const& name) const override;

  /// Returns the rows that satisfy a condition; all rows if it is empty. The condition is an expression in
  /// which `=` compares, and in which a word on the right-hand side of a comparison that is not a name
  /// becomes text: `routing = ugal and rate < 0.5`. Rows of other result_versions are included only if the
  /// condition uses `version`. Throws InputError at `option`.
  Group where(std::string const& condition, std::string const& option) const;
  /// Throws InputError if the expression contains a name that no row has.
  void require_names(Expression const& expression) const;

  /// Returns the names with values that differ between the rows: labels, settings, or parameters of settings.
  std::vector<std::string> varying(Group const& rows) const;
  /// Returns the scenario of a row as a string that can be compared between stores.
  std::string scenario_text(std::size_t row) const;

 private:
  /// Values by name, for rows that share a scenario or labels.
  using Known = std::unordered_map<std::int64_t, std::vector<Setting>>;
  using Cache = std::unordered_map<std::int64_t, std::optional<Value>>;

  bool is_name(std::string const& name) const;
  bool is_cell(std::string const& name) const;
  std::optional<Value> shared_value(StoredRun const& run, std::string const& name) const;
  std::optional<Value> row_value(StoredRun const& run, std::string const& name) const;
  Result const& result_of(StoredRun const& run) const;
  std::vector<std::string> names() const;

  Store const& store_;
  std::vector<StoredRun> runs_;
  Known scenarios_, labels_;
  mutable std::map<std::string, Cache, std::less<>> by_scenario_, by_labels_;
  mutable std::optional<std::pair<std::int64_t, Result>> last_;  ///< cache of the most recently read result
};

/// The rows of a store that form one side of a comparison.
struct Side {
  StoredRows const& rows;
  Group group;
};

/// Means of a measure on two sides, over pairs of runs with equal seeds: a row per group of pairs, with the
/// mean difference b - a and its confidence interval (Student's t of the paired differences). Paired runs use
/// the same random numbers, which reduces the variance of the difference.
struct Comparison {
  Table table;
  std::size_t pairs = 0, unpaired = 0, groups = 0, different = 0;
};

/// Compares runs of equal scenarios in two stores.
Comparison compare_stores(Side const& a, Side const& b, Expression const& measure, double confidence = 0.95);

/// Compares two kinds of runs in one store. Runs are paired if their labels and settings agree, except for
/// the names in `chosen`, by which the sides were selected, and for values that differ in every pair. Throws
/// InputError if several runs of a side match one pair.
Comparison compare_runs(Side const& a, Side const& b, std::vector<std::string> const& chosen,
                        Expression const& measure, double confidence = 0.95);

}  // namespace weft::study
