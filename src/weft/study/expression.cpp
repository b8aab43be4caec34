// SPDX-License-Identifier: Apache-2.0
#include "weft/study/expression.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "weft/core/error.hpp"

namespace weft::study {
namespace {

using Node = Expression::Node;

/// Context in which a node is evaluated.
struct Scope {
  Rows const& rows;
  Group const& group;
  std::size_t row;
};

Value evaluate(Node const& node, Scope const& scope);

Value truth(bool value) { return value ? 1 : 0; }

Value arithmetic(Operation operation, Value const& a, Value const& b) {
  if (!a.is_number() || !b.is_number()) return {};
  double const x = a.number(), y = b.number();
  switch (operation) {
    case Operation::add: return x + y;
    case Operation::subtract: return x - y;
    case Operation::multiply: return x * y;
    case Operation::divide: return y == 0 ? Value{} : Value{x / y};
    default: return std::pow(x, y);
  }
}

Value comparison(Operation operation, Value const& a, Value const& b) {
  if (operation == Operation::equal) return truth(equal_values(a, b));
  if (operation == Operation::unequal) return truth(!equal_values(a, b));
  if (!a.is_number() || !b.is_number()) return truth(false);
  double const x = a.number(), y = b.number();
  switch (operation) {
    case Operation::less: return truth(x < y);
    case Operation::less_equal: return truth(x <= y);
    case Operation::greater: return truth(x > y);
    default: return truth(x >= y);
  }
}

Value call(Node const& node, Scope const& scope) {
  if (!node.function->over_group) {
    Cells arguments;
    for (auto const& child : node.children) arguments.push_back(evaluate(child, scope));
    return node.function->scalar(arguments);
  }
  std::vector<Cells> lists;
  for (auto const& child : node.children) {
    auto& list = lists.emplace_back();
    for (auto const row : scope.group) list.push_back(evaluate(child, {scope.rows, scope.group, row}));
  }
  return node.function->aggregate(lists);
}

Value evaluate(Node const& node, Scope const& scope) {
  auto const child = [&](std::size_t i) { return evaluate(node.children[i], scope); };
  switch (node.operation) {
    case Operation::literal: return node.literal;
    case Operation::name: return scope.rows.value(scope.row, node.name);
    case Operation::function: return call(node, scope);
    case Operation::negate: return arithmetic(Operation::subtract, 0, child(0));
    case Operation::logical_not: return truth(!is_true_value(child(0)));
    case Operation::logical_and: return truth(is_true_value(child(0)) && is_true_value(child(1)));
    case Operation::logical_or: return truth(is_true_value(child(0)) || is_true_value(child(1)));
    case Operation::add:
    case Operation::subtract:
    case Operation::multiply:
    case Operation::divide:
    case Operation::power: return arithmetic(node.operation, child(0), child(1));
    default: return comparison(node.operation, child(0), child(1));
  }
}

/// Collects the distinct names; if `free`, only names outside of functions over a group.
void collect_names(Node const& node, bool free, std::vector<std::string>& names) {
  if (free && node.function != nullptr && node.function->over_group) return;
  if (node.operation == Operation::name && std::ranges::find(names, node.name) == names.end())
    names.push_back(node.name);
  for (auto const& child : node.children) collect_names(child, free, names);
}

Node with_words(Node node, std::function<bool(std::string const&)> const& is_name) {
  for (auto& child : node.children) child = with_words(std::move(child), is_name);
  bool const compares = node.operation >= Operation::equal && node.operation <= Operation::greater_equal;
  if (!compares || node.children[1].operation != Operation::name || is_name(node.children[1].name))
    return node;
  node.children[1] = {.literal = node.children[1].name};
  bool const unequal = node.operation == Operation::unequal;
  if (node.operation != Operation::equal && !unequal) return node;
  Node named{.operation = Operation::function, .name = "named", .function = find_function("named", 2)};
  named.children = std::move(node.children);
  if (!unequal) return named;
  Node negated{.operation = Operation::logical_not};
  negated.children.push_back(std::move(named));
  return negated;
}

bool aggregates(Node const& node) {
  return (node.function != nullptr && node.function->over_group) ||
         std::ranges::any_of(node.children, aggregates);
}

}  // namespace

bool equal_values(Value const& a, Value const& b) {
  if (a.is_number() && b.is_number())
    return std::abs(a.number() - b.number()) <= 1e-12 * std::max(std::abs(a.number()), std::abs(b.number()));
  return a.exact_text() == b.exact_text();
}

Value to_value(std::string const& text) {
  if (text.empty()) return {};
  auto const *const begin = text.data(), *const end = begin + text.size();
  bool const spells_number = std::isdigit(static_cast<unsigned char>(text.back())) != 0 &&
                             text.find_first_not_of("0123456789+-.eE") == std::string::npos;
  std::int64_t whole = 0;
  if (auto const parsed = std::from_chars(begin, end, whole);
      spells_number && parsed.ec == std::errc{} && parsed.ptr == end)
    return whole;
  double number = 0;
  if (auto const parsed = std::from_chars(begin, end, number);
      spells_number && parsed.ec == std::errc{} && parsed.ptr == end)
    return number;
  return text;
}

Expression Expression::parse(std::string_view text) {
  Expression expression;
  expression.text_ = text;
  expression.root_ = std::make_shared<Node const>(parse_expression(text));
  return expression;
}

Expression Expression::with_words(std::function<bool(std::string const&)> const& is_name) const {
  Expression expression;
  expression.text_ = text_;
  expression.root_ = std::make_shared<Node const>(study::with_words(*root_, is_name));
  return expression;
}

std::vector<std::string> Expression::names() const {
  std::vector<std::string> names;
  collect_names(*root_, false, names);
  return names;
}

std::string const* Expression::plain_name() const {
  return root_->operation == Operation::name ? &root_->name : nullptr;
}

bool Expression::has_aggregates() const { return aggregates(*root_); }

Value Expression::at(Rows const& rows, Group const& group, std::size_t row) const {
  return evaluate(*root_, {rows, group, row});
}

bool Expression::is_true(Rows const& rows, Group const& group, std::size_t row) const {
  return is_true_value(at(rows, group, row));
}

Value Expression::over(Rows const& rows, Group const& group) const {
  if (group.empty()) return {};
  std::vector<std::string> names;
  collect_names(*root_, true, names);
  for (auto const& name : names)
    for (auto const row : group) {
      auto const value = rows.value(group.front(), name), other = rows.value(row, name);
      if (!equal_values(value, other))
        throw InputError(fmt::format("'{}' has the values {} and {} in one group", shown(name),
                                     shown(value.short_text()), shown(other.short_text())),
                         "", "use mean(..), max(..) or first(..), or a finer group");
    }
  return at(rows, group, group.front());
}

}  // namespace weft::study
