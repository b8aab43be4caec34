#include <cctype>
#include <charconv>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/study/expression.hpp"

namespace weft::study {
namespace {

using Node = Expression::Node;

constexpr int max_depth = 100, max_operations = 1000;  // evaluation and destruction recurse

struct Infix {
  std::string_view sign;
  Operation operation;
  int binding;
};
// Longer signs first, so that `<=` is not read as `<`; `=` is the same as `==`.
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
  std::optional<Infix> take_infix(int least_binding) {
    for (auto const& infix : infixes)
      if (infix.binding >= least_binding && take(infix.sign)) return infix;
    return {};
  }

  /// Operations that bind at least that strongly.
  Node operation(int binding) {
    if (++depth_ > max_depth) fail("too deeply nested");
    auto left = operand();
    while (auto const infix = take_infix(binding)) {
      if (++operations_ > max_operations) fail("too long");
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
    if (skip_space() == text_.size()) fail("ends too early");
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
    if (end == std::string_view::npos) fail(fmt::format("no closing {}", quote));
    std::string inside{text_.substr(at_ + 1, end - at_ - 1)};
    at_ = end + 1;
    return inside;
  }
  double number() {
    double value = 0;
    auto const [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error != std::errc{}) fail("no number");
    at_ = static_cast<std::size_t>(end - text_.data());
    return value;
  }
  /// Letters, digits, dots; `[..]` names a row of a table.
  std::string read_name() {
    auto const begin = at_;
    while (at_ < text_.size()) {
      char const c = text_[at_];
      if (c == '[') {
        at_ = text_.find(']', at_);
        if (at_ == std::string_view::npos) {
          at_ = begin;
          fail("no closing ]");
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
      if (known == name) fail(fmt::format("{} arguments for {}", node.children.size(), shown(name)));
    fail(fmt::format("unknown function '{}'", shown(name)), "", suggest(name, names));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0, operations_ = 0;
};

}  // namespace

Expression::Node parse_expression(std::string_view text) { return ExpressionParser{text}.run(); }

}  // namespace weft::study
