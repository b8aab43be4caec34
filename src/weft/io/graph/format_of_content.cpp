#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "weft/core/error.hpp"
#include "weft/io/graph/graph_format.hpp"
#include "weft/io/graph/graph_readers.hpp"
#include "weft/io/graph/python_edge.hpp"
#include "weft/io/line_cursor.hpp"

namespace weft {
namespace {

using enum GraphFormat;

std::string lower(std::string_view word) {
  std::string text(word);
  for (auto& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

bool is_number(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789.eE+-") == std::string_view::npos;
}

/// The XML that the first element says.
std::optional<GraphFormat> format_of_xml(std::string_view text) {
  auto const beginning = text.substr(0, 4096);
  if (beginning.find("<graphml") != std::string_view::npos) return graphml;
  if (beginning.find("<platform") != std::string_view::npos) return simgrid;
  return {};
}

/// The beginnings of lines of fabrics, in lower case (io/fabric).
constexpr std::array<std::string_view, 16> beginnings_of_fabrics{
    "vendid=", "devid=", "sysimgguid=", "switchguid=", "caguid=", "rtguid=", "switch\t", "switch ",
    "ca\t",    "hca\t",  "hca ",        "dr path slid", "{ ca",    "{ sw",    "sw ",     "ca "};

/// What the words of the first line that is no comment say.
std::optional<GraphFormat> format_of_line(std::string_view line, std::string_view rest_of_text) {
  auto const text = lower(line.substr(0, 256));
  auto const begins = [&](std::string_view with) { return text.starts_with(with); };
  if (begins("switchname=") || begins("blockname=") || begins("blocksizes=")) return slurm;
  if (std::ranges::any_of(beginnings_of_fabrics, begins)) return ibnetdiscover;
  if (begins("graph [") || begins("graph[") || begins("creator ") || begins("version ")) return gml;
  auto const next = rest_of_text.find_first_not_of(" \t\r\n");
  if (text == "graph" && next != std::string_view::npos && rest_of_text[next] == '[') return gml;
  if (begins("graph ") || begins("digraph") || begins("strict ") || begins("graph{")) return dot;
  if (begins("router ") || begins("router\t") || begins("node ") || begins("node\t")) return anynet;
  if (begins("{") || begins("[")) return json;
  return {};
}

/// Whether the text keeps all rules of METIS or Chaco: every edge in the lists of both its ends, and the
/// counts of the first line. No edge list does.
std::optional<GraphFormat> format_of_lists(std::string_view text) {
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
    } catch (InputError const&) {}  // it is something else
  return {};
}

}  // namespace

std::optional<GraphFormat> format_of_content(std::string_view text) {
  if (looks_like_aries(text)) return aries;
  if (lower(text.substr(0, 14)) == "%%matrixmarket") return matrix_market;
  auto const begin = text.find_first_not_of(" \t\r\n");
  if (begin != std::string_view::npos && text[begin] == '<') return format_of_xml(text);
  if (text.starts_with("# graph: ")) return edge_list;
  LineReader line(text, {}, {.shape = {}, .comments = ""});
  while (line.next_full_line()) {
    auto const words = LineCursor(line).rest();
    if (words.starts_with('#') || words.starts_with('%') || words.starts_with("//")) continue;
    if (auto const format = format_of_line(words, text.substr(text.size() - line.bytes_left() + line.line().size())))
      return format;
    break;
  }
  return format_of_lists(text);
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
    auto const words = line.words_left();
    if (words != 2 && words != 3) return false;
    ++lines;
    if (words == 3 && lines > 1) {
      line.word({});
      line.word({});
      if (!is_number(line.peek())) return false;
    }
  }
  return lines > 0;
}

}  // namespace weft
