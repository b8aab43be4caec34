// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "weft/io/toml.hpp"
#include "weft/study/frame.hpp"
#include "weft/study/key_doc.hpp"
#include "weft/study/study.hpp"

namespace weft::study {

/// The input of a presentation: the runs, and the tables of earlier presentations.
struct PresentationInput {
  std::vector<Outcome> const& outcomes;
  std::deque<Table> tables = {};
  bool partial = false;     ///< the outcomes do not include all runs of the study
  bool names_only = false;  ///< check names without drawing

  Table const* find(std::string_view name) const;
};

/// The rows of a presentation: the options `from`, `join`, `define`, `where`.
class Source {
 public:
  static std::vector<KeyDoc> keys();
  static std::vector<KeyDoc> join_keys();
  /// Reads and checks the options and the files that they name. `earlier`: the names of the tables of earlier
  /// presentations.
  static Source read(Toml const& options, std::filesystem::path const& directory,
                     std::vector<std::string> const& earlier);

  /// Returns the rows. Appends to `missed` the rows of complete joins that have no matching row.
  Frame rows(PresentationInput const& input, std::vector<std::string>& missed) const;

 private:
  struct Join {
    std::string name, as;
    Table file;  ///< if the join reads a file
    std::vector<std::pair<Expression, std::string>>
        on;  ///< expression of our rows, column of the other table
    std::optional<Expression> where;
    bool complete = false;

    Table const& other(PresentationInput const& input) const;
    /// Returns the rows of the other table that are used.
    Frame candidates(Table const& other) const;
    /// Returns the row of `candidates` that matches row `row` of `ours`, or nullopt.
    std::optional<std::size_t> match(Frame const& ours, std::size_t row, Frame const& candidates) const;
  };

  static Join read_join(Toml const& options, std::filesystem::path const& directory,
                        std::vector<std::string> const& earlier);
  void start(Frame& frame, PresentationInput const& input) const;
  static void add_columns(Frame& frame, Join const& join, Table const& other);
  static void require_complete(Frame const& frame, Join const& join, Table const& other,
                               std::vector<std::string>& missed);

  std::string from_;
  bool from_presentation_ = false;
  Table file_;  ///< if `from` is a file
  std::vector<Join> joins_;
  std::vector<std::pair<std::string, Expression>> definitions_;
  std::optional<Expression> where_;
};

/// Reads the expression of an option. Errors contain its position.
Expression read_expression(Toml const& option);
std::optional<Expression> find_expression(Toml const& options, char const* key);
/// Reads a single expression or a list.
std::vector<Expression> find_expressions(Toml const& options, char const* key);

/// Returns the text of an option; empty if it is not set.
std::string text_at(Toml const& options, char const* key);
bool flag_at(Toml const& options, char const* key, bool otherwise = false);

}  // namespace weft::study
