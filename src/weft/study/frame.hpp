// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/core/table.hpp"
#include "weft/study/expression.hpp"
#include "weft/study/study.hpp"

namespace weft::study {

/// The error for a name that no row has, or for a table that no run has.
struct UnknownName : InputError {
  UnknownName(std::string const& problem, std::string const& name, std::vector<std::string> const& known,
              bool final_);
  bool final;  ///< no later run can supply the name
  bool typo;   ///< a similar name exists
};

/// Returns the value of the setting with key `key`, or null.
std::string const* find_setting(std::vector<Setting> const& settings, std::string_view key);

/// Returns the value of a name in a result, such as `answer`, `summary.makespan`, `levels[2].avg_hops` or
/// `seconds.STAGE`; nullopt if the result does not have the name.
std::optional<Value> value_in_result(Result const& result, std::string const& name);

/// The rows of a presentation, each a run or a row of a table, with all their values.
class Frame final : public Rows {
 public:
  /// A row. Names are looked up in the fields, then in the table, then in the run.
  struct Record {
    Outcome const* outcome = nullptr;  ///< null for rows of files and of earlier presentations
    Table const* table = nullptr;
    std::size_t row = 0;
    std::vector<std::pair<std::string, Value>> fields = {};

    /// Returns the value of a name, or nullopt if the row does not have it.
    std::optional<Value> find(std::string const& name) const;
  };

  Value value(std::size_t row, std::string const& name) const override;
  std::size_t size() const { return records_.size(); }
  Group all() const;
  /// Returns the description of a column (unit, digits, doc) of the tables behind the rows; null for other
  /// names.
  Column const* column(std::string const& name) const;
  /// Throws UnknownName if the expression contains a name that no row has.
  void require_names(Expression const& expression) const;

  void add(Record record) { records_.push_back(std::move(record)); }
  std::vector<Record>& records() { return records_; }
  std::vector<Record> const& records() const { return records_; }
  /// Keeps only the rows for which the expression is true.
  void keep(Expression const& where);

 private:
  std::vector<Record> records_;
};

/// Rows with equal values of the key expressions. Clusters are in the order of their first rows.
struct Cluster {
  std::vector<Value> key;
  Group rows;
};
std::vector<Cluster> make_clusters(Frame const& frame, Group const& rows,
                                   std::vector<Expression> const& keys);

}  // namespace weft::study
