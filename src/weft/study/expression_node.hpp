#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "weft/study/expression.hpp"

namespace weft::study {

using Cells = std::vector<Value>;

/// A function of an expression. `over_group`: it sees the values of its arguments in all rows of the group,
/// one list per argument; otherwise one value per argument.
struct ExpressionFunction {
  char const *name, *call, *doc;
  std::size_t min_arguments, max_arguments;
  bool over_group;
  Value (*scalar)(Cells const& arguments);
  Value (*aggregate)(std::vector<Cells> const& arguments);
};

/// The function of that name for that many arguments, or null.
ExpressionFunction const* find_function(std::string_view name, std::size_t arguments);
std::vector<std::string> function_names();
std::span<ExpressionFunction const> expression_functions();

/// Operations of a node of an expression.
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

/// A node of the tree of an expression: an operation and its operands.
struct Expression::Node {
  Operation operation = Operation::literal;
  Value literal = {};
  std::string name = {};
  ExpressionFunction const* function = nullptr;
  std::vector<Node> children = {};
};

/// Throws InputError.
Expression::Node parse_expression(std::string_view text);

/// 1 or 0; texts compare as texts, numbers as numbers, and a number equals the text that spells it.
bool equal_values(Value const& a, Value const& b);
inline bool is_true_value(Value const& value) {
  return value.is_text() || (value.is_number() && value.number() != 0);
}

}  // namespace weft::study
