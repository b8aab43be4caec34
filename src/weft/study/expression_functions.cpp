// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/study/expression.hpp"

namespace weft::study {
namespace {

using Lists = std::vector<Cells>;

/// Applies a function of a number. Returns an empty value if the argument is not a number.
template <double (*function)(double)>
Value of_number(Cells const& arguments) {
  return arguments[0].is_number() ? Value{function(arguments[0].number())} : Value{};
}

std::vector<double> numbers_of(Cells const& cells) {
  std::vector<double> numbers;
  for (auto const& cell : cells)
    if (cell.is_number()) numbers.push_back(cell.number());
  return numbers;
}

Value extreme(Cells const& cells, bool largest) {
  Value best;
  for (auto const& cell : cells)
    if (cell.is_number() && (!best.is_number() || (cell.number() > best.number()) == largest) &&
        cell.number() != best.number())
      best = cell;
  return best;
}

Value sum_of(std::vector<double> const& numbers) {
  double sum = 0;
  for (double const number : numbers) sum += number;
  return sum;
}

Value mean_of(std::vector<double> const& numbers) {
  if (numbers.empty()) return {};
  return sum_of(numbers).number() / static_cast<double>(numbers.size());
}

/// Returns the sample standard deviation; empty for fewer than two numbers.
Value deviation_of(std::vector<double> const& numbers) {
  if (numbers.size() < 2) return {};
  double const mean = mean_of(numbers).number();
  double squares = 0;
  for (double const number : numbers) squares += (number - mean) * (number - mean);
  return std::sqrt(squares / static_cast<double>(numbers.size() - 1));
}

Value geometric_mean_of(std::vector<double> const& numbers) {
  if (numbers.empty()) return {};
  double logs = 0;
  for (double const number : numbers) logs += std::log(number);
  return std::exp(logs / static_cast<double>(numbers.size()));
}

Value first_of(Cells const& cells) {
  auto const found = std::ranges::find_if(cells, [](Value const& cell) { return !cell.is_empty(); });
  return found == cells.end() ? Value{} : *found;
}

/// Returns the second argument in the row in which the first argument has its maximum (`largest`) or minimum.
Value at_extreme(Lists const& lists, bool largest) {
  auto const best = extreme(lists[0], largest);
  if (best.is_empty()) return {};
  auto const place = std::ranges::find(lists[0], best) - lists[0].begin();
  return lists[1][static_cast<std::size_t>(place)];
}

/// Returns a single value unchanged, and several values with their frequencies, as in `3 D, 2 LL`.
Value frequencies_of(Cells const& cells) {
  std::map<std::string, std::size_t> counts;
  for (auto const& cell : cells)
    if (!cell.is_empty()) ++counts[cell.exact_text()];
  if (counts.empty()) return {};
  if (counts.size() == 1) return counts.begin()->first;
  std::string text;
  for (auto const& [value, count] : counts)
    text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + value;
  return text;
}

constexpr ExpressionFunction functions[] = {
    {"abs", "abs(x)", "the absolute value of x", 1, 1, false, of_number<std::fabs>, nullptr},
    {"sqrt", "sqrt(x)", "the square root", 1, 1, false, of_number<std::sqrt>, nullptr},
    {"log", "log(x)", "the natural logarithm", 1, 1, false, of_number<std::log>, nullptr},
    {"exp", "exp(x)", "the exponential", 1, 1, false, of_number<std::exp>, nullptr},
    {"round", "round(x)", "the nearest whole number; halves are rounded to the even number", 1, 1, false,
     of_number<std::nearbyint>, nullptr},
    {"if", "if(c, x), if(c, x, y)", "x if c is true, else y or empty", 2, 3, false,
     [](Cells const& a) { return is_true_value(a[0]) ? a[1]
                                 : a.size() == 3     ? a[2]
                                                     : Value{}; }, nullptr},
    {"empty", "empty(x)", "whether x has no value", 1, 1, false,
     [](Cells const& a) { return Value{a[0].is_empty() ? 1 : 0}; }, nullptr},
    {"starts", "starts(t, p)", "whether the text t begins with p", 2, 2, false,
     [](Cells const& a) { return Value{a[0].exact_text().starts_with(a[1].exact_text()) ? 1 : 0}; }, nullptr},
    {"named", "named(t, n)", "whether the text t, such as `ugal:threshold=50`, has the name n", 2, 2, false,
     [](Cells const& a) {
       auto const text = a[0].exact_text();
       return Value{text.substr(0, text.find(':')) == a[1].exact_text() ? 1 : 0};
     },
     nullptr},
    {"text", "text(x, ..)", "the texts of all arguments, joined", 1, 9, false,
     [](Cells const& a) {
       std::string joined;
       for (auto const& cell : a) joined += cell.short_text();
       return Value{joined};
     },
     nullptr},
    {"min", "min(x, y, ..)", "the minimum of several values", 2, 9, false,
     [](Cells const& a) { return extreme(a, false); }, nullptr},
    {"max", "max(x, y, ..)", "the maximum of several values", 2, 9, false,
     [](Cells const& a) { return extreme(a, true); }, nullptr},
    {"min", "min(x)", "the minimum over the group", 1, 1, true, nullptr,
     [](Lists const& a) { return extreme(a[0], false); }},
    {"max", "max(x)", "the maximum over the group", 1, 1, true, nullptr,
     [](Lists const& a) { return extreme(a[0], true); }},
    {"sum", "sum(x)", "the sum over the group", 1, 1, true, nullptr,
     [](Lists const& a) { return sum_of(numbers_of(a[0])); }},
    {"mean", "mean(x)", "the mean over the group", 1, 1, true, nullptr,
     [](Lists const& a) { return mean_of(numbers_of(a[0])); }},
    {"sd", "sd(x)", "the sample standard deviation over the group", 1, 1, true, nullptr,
     [](Lists const& a) { return deviation_of(numbers_of(a[0])); }},
    {"geomean", "geomean(x)", "the geometric mean over the group", 1, 1, true, nullptr,
     [](Lists const& a) { return geometric_mean_of(numbers_of(a[0])); }},
    {"count", "count(x)", "the number of rows in which x is a number other than 0, or text", 1, 1, true,
     nullptr, [](Lists const& a) { return Value{std::ranges::count_if(a[0], is_true_value)}; }},
    {"first", "first(x)", "the first value of the group", 1, 1, true, nullptr,
     [](Lists const& a) { return first_of(a[0]); }},
    {"last", "last(x)", "the last value of the group", 1, 1, true, nullptr,
     [](Lists const& a) {
       return first_of({a[0].rbegin(), a[0].rend()});
     }},
    {"at_min", "at_min(x, y)", "y in the row with the minimum of x", 2, 2, true, nullptr,
     [](Lists const& a) { return at_extreme(a, false); }},
    {"at_max", "at_max(x, y)", "y in the row with the maximum of x", 2, 2, true, nullptr,
     [](Lists const& a) { return at_extreme(a, true); }},
    {"frequencies", "frequencies(x)", "the value of x, or the count of each value: `3 D, 2 LL`", 1, 1, true,
     nullptr, [](Lists const& a) { return frequencies_of(a[0]); }},
};

}  // namespace

ExpressionFunction const* find_function(std::string_view name, std::size_t arguments) {
  for (auto const& function : functions)
    if (function.name == name && function.min_arguments <= arguments && arguments <= function.max_arguments)
      return &function;
  return nullptr;
}

std::vector<std::string> function_names() {
  std::vector<std::string> names;
  for (auto const& function : functions)
    if (std::ranges::find(names, function.name) == names.end()) names.emplace_back(function.name);
  return names;
}

std::span<ExpressionFunction const> expression_functions() { return functions; }

namespace {

using Node = Expression::Node;

constexpr int max_depth = 100, max_operations = 1000;  // evaluation and destruction recurse

struct Infix {
  std::string_view sign;
  Operation operation;
  int binding;
};
// Longer operators precede their prefixes, so that `<=` is not parsed as `<`; `=` is equivalent to `==`.
constexpr Infix infixes[] = {
    {"==", Operation::equal, 3},         {"!=", Operation::unequal, 3},   {"<=", Operation::less_equal, 3},
    {">=", Operation::greater_equal, 3}, {"<", Operation::less, 3},       {">", Operation::greater, 3},
    {"=", Operation::equal, 3},          {"+", Operation::add, 4},        {"-", Operation::subtract, 4},
    {"*", Operation::multiply, 5},       {"/", Operation::divide, 5},     {"^", Operation::power, 7},
    {"and", Operation::logical_and, 2},  {"or", Operation::logical_or, 1}};
constexpr int not_binding = 3, sign_binding = 6;

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

class ExpressionParser {
 public:
  explicit ExpressionParser(std::string_view text) : text_(text) {}

  Node run() {
    auto node = operation(0);
    if (skip_space() < text_.size()) fail(fmt::format("unexpected '{}'", text_[at_]));
    return node;
  }

 private:
  [[noreturn]] void fail(std::string problem, std::string why = {}, std::string suggestion = {}) const {
    throw InputError(fmt::format("expression '{}', column {}: {}", shown(text_), at_ + 1, problem),
                     std::move(why), std::move(suggestion));
  }
  std::size_t skip_space() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    return at_;
  }
  bool take(std::string_view sign) {
    skip_space();
    if (!text_.substr(at_).starts_with(sign)) return false;
    auto const end = at_ + sign.size();
    if (is_letter(sign.back()) && end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end])))
      return false;
    at_ = end;
    return true;
  }
  std::optional<Infix> take_infix(int min_binding) {
    for (auto const& infix : infixes)
      if (infix.binding >= min_binding && take(infix.sign)) return infix;
    return {};
  }

  /// Parses an operation whose operators bind at least as strongly as `binding`.
  Node operation(int binding) {
    if (++depth_ > max_depth) fail("the expression is nested too deeply");
    auto left = operand();
    while (auto const infix = take_infix(binding)) {
      if (++operations_ > max_operations) fail("the expression is too long");
      bool const leftward = infix->operation == Operation::power;
      auto right = operation(infix->binding + (leftward ? 0 : 1));
      Node parent{.operation = infix->operation};
      parent.children.push_back(std::move(left));
      parent.children.push_back(std::move(right));
      left = std::move(parent);
    }
    --depth_;
    return left;
  }
  Node prefixed(Operation operation_, int binding) {
    Node node{.operation = operation_};
    node.children.push_back(operation(binding));
    return node;
  }
  Node operand() {
    if (take("-")) return prefixed(Operation::negate, sign_binding);
    if (take("not")) return prefixed(Operation::logical_not, not_binding);
    if (take("(")) {
      auto node = operation(0);
      if (!take(")")) fail("expected )");
      return node;
    }
    if (skip_space() == text_.size()) fail("the expression is incomplete");
    if (text_[at_] == '\'') return {.literal = quoted('\'')};
    if (text_[at_] == '`') return {.operation = Operation::name, .name = quoted('`')};
    if (is_digit(text_[at_]) || text_[at_] == '.') return {.literal = number()};
    if (!is_letter(text_[at_])) fail(fmt::format("unexpected '{}'", text_[at_]));
    auto name = read_name();
    if (take("(")) return call(name);
    return {.operation = Operation::name, .name = std::move(name)};
  }
  std::string quoted(char quote) {
    auto const end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) fail(fmt::format("expected a closing {}", quote));
    std::string inside{text_.substr(at_ + 1, end - at_ - 1)};
    at_ = end + 1;
    return inside;
  }
  double number() {
    double value = 0;
    auto const [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error != std::errc{}) fail("expected a number");
    at_ = static_cast<std::size_t>(end - text_.data());
    return value;
  }
  /// Reads a name of letters, digits and dots; `[..]` selects a row of a table.
  std::string read_name() {
    auto const begin = at_;
    while (at_ < text_.size()) {
      char const c = text_[at_];
      if (c == '[') {
        at_ = text_.find(']', at_);
        if (at_ == std::string_view::npos) {
          at_ = begin;
          fail("expected a closing ]");
        }
      } else if (!is_letter(c) && !is_digit(c) && c != '.') {
        break;
      }
      ++at_;
    }
    return std::string{text_.substr(begin, at_ - begin)};
  }
  Node call(std::string const& name) {
    Node node{.operation = Operation::function, .name = name};
    if (!take(")")) {
      do node.children.push_back(operation(0));
      while (take(","));
      if (!take(")")) fail("expected , or )");
    }
    node.function = find_function(name, node.children.size());
    if (node.function != nullptr) return node;
    auto const names = function_names();
    for (auto const& known : names)
      if (known == name)
        fail(fmt::format("'{}' does not accept {} argument{}", shown(name), node.children.size(),
                         node.children.size() == 1 ? "" : "s"));
    fail(fmt::format("unknown function '{}'", shown(name)), "", suggest(name, names));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0, operations_ = 0;
};

}  // namespace

Expression::Node parse_expression(std::string_view text) { return ExpressionParser{text}.run(); }

}  // namespace weft::study
