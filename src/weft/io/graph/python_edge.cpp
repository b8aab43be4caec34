// SPDX-License-Identifier: Apache-2.0
#include "weft/io/graph/python_edge.hpp"

#include <algorithm>
#include <cctype>
#include <string>

#include <fmt/format.h>

#include "weft/core/error.hpp"

namespace weft {
namespace {

constexpr std::string_view shape = "a b [{'weight': 3}]";

bool is_point(std::string_view word) {
  auto const comma = word.find(',');
  auto const digits = [](std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
  };
  return comma != std::string_view::npos && digits(word.substr(0, comma)) && digits(word.substr(comma + 1));
}

/// Returns the length of the value at the beginning of `text`: up to the bracket that closes the first one,
/// to the closing quote of a string, or else to one of `ends`. 0: the value does not end.
std::size_t length_of_value(std::string_view text, std::string_view ends) {
  std::string open;  // brackets to close
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char const c = text[i];
    if (quote != 0) {
      if (c == '\\')
        ++i;
      else if (c == quote)
        quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '(' || c == '[' || c == '{') {
      open += c == '(' ? ')' : c == '[' ? ']' : '}';
    } else if (!open.empty() && c == open.back()) {
      open.pop_back();
    } else if (open.empty() && ends.find(c) != std::string_view::npos) {
      return i;
    }
  }
  return quote == 0 && open.empty() ? text.size() : 0;
}

std::string_view take_value(LineCursor& line, std::string_view ends, char const* what) {
  line.skip_blanks();
  auto const length = length_of_value(line.rest(), ends);
  if (length == 0) line.fail(fmt::format("expected the {} of the dictionary", what), std::string(shape));
  auto value = line.rest().substr(0, length);
  line.accept(value);
  while (!value.empty() && (value.back() == ' ' || value.back() == '\t')) value.remove_suffix(1);
  return value;
}

std::string_view without_quotes(std::string_view text) {
  bool const quoted =
      text.size() >= 2 && (text.front() == '\'' || text.front() == '"') && text.back() == text.front();
  return quoted ? text.substr(1, text.size() - 2) : text;
}

/// Returns the number in a scalar of NumPy 2, `np.float64(3.0)`; other text unchanged.
std::string_view without_numpy(std::string_view text) {
  auto const open = text.find('(');
  bool const scalar = text.starts_with("np.") && text.ends_with(')') && open != std::string_view::npos;
  return scalar ? text.substr(open + 1, text.size() - open - 2) : text;
}

std::vector<PythonEdge::Datum> read_dictionary(LineCursor& line) {
  std::vector<PythonEdge::Datum> data;
  line.expect("{", "expected a dictionary");
  line.skip_blanks();
  while (!line.accept("}")) {
    auto const key = without_quotes(take_value(line, ":}", "key"));
    line.expect(":", "expected ':' after the key");
    auto const value = take_value(line, ",}", "value");
    data.emplace_back(key, without_numpy(without_quotes(value)));
    line.accept(",");
    line.skip_blanks();
    if (line.at_end()) line.fail("the dictionary is not closed", std::string(shape));
  }
  return data;
}

}  // namespace

bool is_python_edge(std::string_view line) {
  if (line.starts_with('#') || line.starts_with('%')) return false;
  if (line.starts_with('(')) return true;
  if (line.ends_with('}')) return line.find('{') != std::string_view::npos;
  auto const blank = line.find_first_of(" \t");
  if (blank == std::string_view::npos) return false;
  auto const second = line.find_first_not_of(" \t", blank);
  return is_point(line.substr(0, blank)) && is_point(line.substr(second));
}

PythonEdge read_python_edge(LineCursor& line) {
  PythonEdge edge;
  edge.a = without_quotes(take_value(line, " \t", "first vertex"));
  edge.b = without_quotes(take_value(line, " \t", "second vertex"));
  line.skip_blanks();
  if (line.rest().starts_with('{'))
    edge.data = read_dictionary(line);
  else if (!line.at_end())
    edge.weight = take_value(line, " \t", "weight");
  line.skip_blanks();
  if (!line.at_end()) line.fail_unexpected(std::string(shape));
  return edge;
}

}  // namespace weft
