// SPDX-License-Identifier: Apache-2.0
#include "weft/io/text_layout.hpp"

#include <algorithm>
#include <cstdlib>
#include <regex>
#include <utility>

#include <fmt/format.h>

#include "weft/core/progress.hpp"
#include "weft/core/utf8.hpp"

namespace weft {
namespace {

/// Returns the number of bytes of `text` that fill at most `columns`, up to a space or after a comma if there
/// is one.
std::size_t line_end(std::string_view text, std::size_t columns) {
  auto const maximum = std::max<std::size_t>(first_columns(text, columns).size(), 1);
  if (maximum >= text.size()) return text.size();
  if (auto const space = text.rfind(' ', maximum); space != std::string_view::npos && space > 0) return space;
  if (auto const comma = text.rfind(',', maximum - 1); comma != std::string_view::npos) return comma + 1;
  auto const end = text.find_first_of(" ,", maximum);
  return end == std::string_view::npos ? text.size() : end + (text[end] == ',' ? 1 : 0);
}

/// Removes and returns a line, and removes the space after it.
std::string_view take_line(std::string_view& text, std::size_t columns) {
  auto const end = line_end(text, columns);
  auto const line = text.substr(0, end);
  text.remove_prefix(std::min(text.size(), end + (text.substr(end).starts_with(' ') ? 1 : 0)));
  return line;
}

std::string_view variable(char const* name) {
  auto const* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): no thread changes it
  return value == nullptr ? std::string_view{} : value;
}

}  // namespace

TextLayout text_layout(int descriptor) {
  auto const size = terminal_size(descriptor);
  return size ? TextLayout{.line = size->columns, .screen = size->lines} : TextLayout{};
}

bool shows_emphasis(int descriptor) {
  return terminal_size(descriptor) && variable("NO_COLOR").empty() && variable("TERM") != "dumb" &&
         !variable("TERM").empty();
}

std::string in_bold(std::string_view text, bool emphasis) {
  return emphasis ? fmt::format("\033[1m{}\033[0m", text) : std::string(text);
}

std::string highlight_warnings(std::string const& text) {
  static std::regex const warnings("\\b(saturated|bottleneck|can deadlock|unreachable|not delivered)\\b");
  std::string painted;
  for (std::size_t begin = 0; begin < text.size();) {
    auto const end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    auto const line = text.substr(begin, end - begin);
    painted += line.find('\033') == std::string::npos
                   ? std::regex_replace(line, warnings, "\033[31m$1\033[0m")
                   : line;
    begin = end;
  }
  return painted;
}

std::vector<std::string> wrapped_lines(std::string_view text, std::size_t columns) {
  std::vector<std::string> lines;
  do lines.emplace_back(columns == 0 ? std::exchange(text, {}) : take_line(text, columns));
  while (!text.empty());
  return lines;
}

std::string wrapped(std::string_view text, std::size_t line, std::size_t indent) {
  if (line == 0) return std::string(text) + '\n';
  std::string all(take_line(text, line));
  indent = std::min(indent, line * 2 / 3);
  if (!text.empty())
    for (auto const& rest : wrapped_lines(text, line - indent)) all += '\n' + std::string(indent, ' ') + rest;
  return all + '\n';
}

}  // namespace weft
