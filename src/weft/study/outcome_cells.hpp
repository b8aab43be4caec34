#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "weft/core/table.hpp"
#include "weft/study/study.hpp"

namespace weft {

/// Mean and range of one figure over the seeds of a study.
struct Spread {
  double sum = 0, min = 0, max = 0;
  std::size_t count = 0;

  void add(double value);
  double average() const { return count == 0 ? 0 : sum / static_cast<double>(count); }
  Value mean() const { return count == 0 ? Value{} : Value{average()}; }
  Value least() const { return count == 0 ? Value{} : Value{min}; }
  Value greatest() const { return count == 0 ? Value{} : Value{max}; }
};

/// The values of a label over all runs, in the order of their first appearance.
std::vector<std::string> label_values(std::vector<StudyOutcome> const& outcomes, std::string_view label);

/// A cell of a result table over the runs of one paper table and reading. `row`: the value of the table's first column.
Spread cell_spread(std::vector<StudyOutcome> const& outcomes, std::string const& paper_table,
                   std::string const& reading, std::string const& result_table, Value const& row,
                   std::string const& column);

/// One row of a CSV file of published figures: the text of its columns by name.
struct PublishedRow {
  std::vector<std::pair<std::string, std::string>> fields;
  std::string const& at(std::string_view column) const;
  double number(std::string_view column) const;
};

/// The CSV file that option `key` of a [[present]] table names, relative to the study. Every row has these columns.
std::vector<PublishedRow> read_published(Study const& study, Toml const& options, char const* key,
                                         std::vector<std::string> const& columns);

}  // namespace weft
