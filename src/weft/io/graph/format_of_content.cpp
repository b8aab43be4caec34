// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <string>

#include "weft/core/error.hpp"
#include "weft/io/graph/graph_format.hpp"
#include "weft/io/graph/graph_readers.hpp"
#include "weft/io/graph/python_edge.hpp"
#include "weft/io/line_reader.hpp"

namespace weft {
namespace {

using enum GraphFormat;

std::string lower_case(std::string_view word) {
  std::string text(word);
  for (auto& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

bool looks_like_weight(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789.eE+-") == std::string_view::npos;
}

/// Returns the format of XML by its root element.
std::optional<GraphFormat> format_of_xml(std::string_view text) {
  auto const beginning = text.substr(0, 4096);
  if (beginning.find("<graphml") != std::string_view::npos) return graphml;
  if (beginning.find("<platform") != std::string_view::npos) return simgrid;
  return {};
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// Returns whether a line, in lower case, belongs to a fabric in one of the formats of fabric_readers.hpp.
bool is_of_fabric(std::string_view line) {
  auto const begins_with_one_of = [&](std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(words, [&](auto const word) { return line.starts_with(word); });
  };
  if (begins_with_one_of(
          {"vendid=", "devid=", "sysimgguid=", "switchguid=", "caguid=", "rtguid=", "dr path slid"}))
    return true;
  if (begins_with_one_of({"{ ca", "{ sw", "{ rt"})) return true;
  if (begins_with_one_of({"chassis ", "spine nodes", "line nodes", "non-chassis nodes"})) return true;
  // Outputs of other InfiniBand tools, which the reader rejects with the name of the tool.
  if (begins_with_one_of({"unicast lids", "switch 0x", "channel adapter 0x", "ca: ", "switch: "}))
    return true;
  bool const is_device =
      begins_with_one_of({"switch ", "switch\t", "ca ", "ca\t", "hca ", "hca\t", "rt ", "rt\t"});
  bool const is_port = begins_with_one_of({"sw ", "ca ", "rt "});
  return (is_device && has(line, "\"")) || (is_port && has(line, " 0x"));
}

/// Returns whether the second word of a line is a number.
bool numbers_its_first_word(std::string_view line) {
  auto const blank = line.find_first_of(" \t");
  auto const second = line.find_first_not_of(" \t", blank);
  return second != std::string_view::npos && std::isdigit(static_cast<unsigned char>(line[second])) != 0;
}

/// Returns the format that the first non-comment line indicates. `rest`: the text after the line.
std::optional<GraphFormat> format_of_line(std::string_view line, std::string_view rest) {
  auto const text = lower_case(line.substr(0, 256));
  auto const begins = [&](std::string_view with) { return text.starts_with(with); };
  auto const next = rest.find_first_not_of(" \t\r\n");
  char const after = next == std::string_view::npos ? ' ' : rest[next];
  if (begins("switchname=") || begins("blockname=") || begins("blocksizes=")) return slurm;
  if (is_of_fabric(text)) return ibnetdiscover;
  if (begins("graph [") || begins("graph[") || (text == "graph" && after == '[')) return gml;
  if (begins("creator ") && has(text, "\"")) return gml;
  bool const begins_as_dot = begins("graph") || begins("digraph") || begins("strict ");
  if (begins_as_dot && (has(text, "{") || after == '{')) return dot;
  if ((begins("router") || begins("node")) && numbers_its_first_word(text)) return anynet;
  if (begins("{") || begins("[")) return json;
  return {};
}

}  // namespace

std::optional<GraphFormat> format_by_mark(std::string_view text) {
  if (looks_like_aries(text)) return aries;
  if (lower_case(text.substr(0, 14)) == "%%matrixmarket") return matrix_market;
  auto const begin = text.find_first_not_of(" \t\r\n");
  if (begin != std::string_view::npos && text[begin] == '<') return format_of_xml(text);
  if (text.starts_with("# graph: ")) return edge_list;
  LineReader line(text, {}, {.shape = {}, .comments = ""});
  while (line.next_full_line()) {
    auto const words = LineCursor(line).rest();
    if (words.starts_with('#') || words.starts_with('%') || words.starts_with("//")) continue;
    if (auto const format =
            format_of_line(words, text.substr(text.size() - line.bytes_left() + line.line().size())))
      return format;
    break;
  }
  return {};
}

std::optional<GraphFormat> format_by_lists(std::string_view text) {
  LineReader header(text, {}, {.shape = {}, .comments = "%"});
  if (!header.next_full_line()) return {};
  std::uint64_t vertices = 0;
  try {
    vertices = header.number("vertices", 1, std::uint64_t{1} << 32);
    header.number("edges", 0, std::uint64_t{1} << 62);
    while (!header.at_end()) header.number("format", 0, 1000);
  } catch (InputError const&) { return {}; }
  auto const lines = static_cast<std::uint64_t>(std::ranges::count(text, '\n')) + 1;
  if (lines < vertices) return {};
  for (auto const format : {metis, chaco}) try {
      parse_metis(text, {}, format == metis);
      return format;
    } catch (InputError const&) {}  // another format
  return {};
}

std::optional<GraphFormat> format_by_content(std::string_view text) {
  auto const marked = format_by_mark(text);
  return marked ? marked : format_by_lists(text);
}

bool looks_like_edge_list(std::string_view text) {
  constexpr int looked_at = 100;
  LineReader line(text.substr(0, 1 << 16), {}, {.shape = {}, .comments = "#%", .separators = " \t\r,;"});
  int lines = 0;
  while (lines < looked_at && line.next_full_line()) {
    if (is_python_edge(LineCursor(line).rest())) {
      ++lines;
      continue;
    }
    auto const words = line.remaining_words();
    if (words != 2 && words != 3) return false;
    ++lines;
    if (words == 3 && lines > 1) {
      line.word({});
      line.word({});
      if (!looks_like_weight(line.peek())) return false;
    }
  }
  return lines > 0;
}

}  // namespace weft
