// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "weft/core/table.hpp"

namespace weft::study {

/// The rows over which expressions are evaluated: each name has a value in each row.
class Rows {
 public:
  virtual ~Rows() = default;
  /// Returns the value of a name in a row; empty if the row does not have the name.
  virtual Value value(std::size_t row, std::string const& name) const = 0;
};

/// Indices of the rows of a group.
using Group = std::vector<std::size_t>;

/// A formula of a presentation, such as `mean(avg_rounds)` or `part == 'cables' and rate < 0.5`.
///
/// Names refer to values of a row: labels, columns, parameters of the scenario (`topology.sides`), cells of
/// result tables (`summary.makespan`, `levels[2].avg_hops`); quote other names with backquotes. Text is in
/// 'single quotes'. Operators: `+ - * / ^`, `== != < <= > >=`, `and or not`; a comparison is 1 or 0. An empty
/// value makes a sum or product empty and a comparison false. `expression_functions` lists the functions of a
/// row and of the rows of a group; the latter skip empty values.
class Expression {
 public:
  /// Parses an expression. Throws InputError with the column of the first invalid character.
  static Expression parse(std::string_view text);

  std::string const& text() const { return text_; }
  /// Returns the expression with unquoted strings: a name on the right-hand side of a comparison for which
  /// `is_name` is false becomes a string. `t = word` is then also true if t is a spec with the name `word`,
  /// such as word:key=value.
  Expression with_words(std::function<bool(std::string const&)> const& is_name) const;
  /// Returns the names that occur in the expression.
  std::vector<std::string> names() const;
  /// Returns the name if the expression is a single name, otherwise null.
  std::string const* plain_name() const;
  bool has_aggregates() const;

  /// Returns the value in one row of a group.
  Value at(Rows const& rows, Group const& group, std::size_t row) const;
  bool is_true(Rows const& rows, Group const& group, std::size_t row) const;
  /// Returns the value for an entire group. Throws InputError if a name outside of aggregates has different
  /// values within the group.
  Value over(Rows const& rows, Group const& group) const;

  struct Node;

 private:
  std::string text_;
  std::shared_ptr<Node const> root_;
};

/// Converts a string to a number if it is a complete number, and "" to an empty value.
Value to_value(std::string const& text);

using Cells = std::vector<Value>;

/// A function in expressions. With `over_group`, it receives the values of its arguments in all rows of the
/// group, one list per argument; otherwise one value per argument.
struct ExpressionFunction {
  char const *name, *call, *doc;
  std::size_t min_arguments, max_arguments;
  bool over_group;
  Value (*scalar)(Cells const& arguments);
  Value (*aggregate)(std::vector<Cells> const& arguments);
};

/// Returns the function named `name` that accepts `arguments` arguments, or null.
ExpressionFunction const* find_function(std::string_view name, std::size_t arguments);
std::vector<std::string> function_names();
std::span<ExpressionFunction const> expression_functions();

/// Operation of a node of an expression.
enum class Operation {
  literal,
  name,
  function,
  negate,
  logical_not,
  add,
  subtract,
  multiply,
  divide,
  power,
  equal,
  unequal,
  less,
  less_equal,
  greater,
  greater_equal,
  logical_and,
  logical_or
};

struct Expression::Node {
  Operation operation = Operation::literal;
  Value literal = {};
  std::string name = {};
  ExpressionFunction const* function = nullptr;
  std::vector<Node> children = {};
};

/// Parses an expression. Throws InputError for malformed text.
Expression::Node parse_expression(std::string_view text);

/// Returns whether two values are equal: strings are compared as strings, numbers as numbers, and a number
/// equals its decimal text.
bool equal_values(Value const& a, Value const& b);
inline bool is_true_value(Value const& value) {
  return value.is_text() || (value.is_number() && value.number() != 0);
}

}  // namespace weft::study
