// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/graph/graph_readers.hpp"
#include "weft/io/graph/graph_writers.hpp"
#include "weft/io/line_reader.hpp"

namespace weft {
namespace {

struct MatrixHeader {
  bool symmetric = false, pattern = false, whole = false, dense = false;
};

std::string lower(std::string_view word) {
  std::string text(word);
  for (auto& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// Reads the next word of the first line, which must be one of `allowed`.
std::string choice(LineReader& reader, std::string_view what, std::vector<std::string> const& allowed) {
  auto const place = reader.place();
  auto word = lower(reader.word(what));
  if (std::ranges::find(allowed, word) == allowed.end())
    reader.fail_at(place, fmt::format("{}={}", what, shown(word)), suggest(word, allowed));
  return word;
}

MatrixHeader read_header(LineReader& reader) {
  if (!reader.next_line() || lower(reader.peek()) != "%%matrixmarket")
    reader.fail("the Matrix Market header is missing", "the first line must begin with %%MatrixMarket");
  reader.word("header");
  choice(reader, "object", {"matrix"});
  bool const dense = choice(reader, "format", {"coordinate", "array"}) == "array";
  auto const field = choice(reader, "field", {"pattern", "integer", "real"});
  auto const symmetry = choice(reader, "symmetry", {"general", "symmetric"});
  reader.end_line();
  return {symmetry == "symmetric", field == "pattern", field == "integer", dense};
}

/// Goes to the next line that is not a comment.
bool next_entry(LineReader& reader) {
  while (reader.next_full_line())
    if (!reader.line().starts_with('%')) return true;
  return false;
}

/// Returns whether the next word is a zero in any spelling: all digits before an exponent are 0.
bool is_zero(std::string_view word) {
  auto const digits = word.substr(0, word.find_first_of("eE"));
  return digits.find_first_not_of("+-0.") == std::string_view::npos &&
         digits.find('0') != std::string_view::npos;
}

/// Reads the value of an edge. Returns nullopt if it is 0.
std::optional<FileLink> read_value(LineReader& reader, MatrixHeader const& header, FileLink link) {
  bool const none = !header.pattern && is_zero(reader.peek());
  if (none)
    reader.word("value");
  else if (header.whole)
    link.weight = static_cast<double>(reader.number("value", 0, std::uint64_t{1} << 49));
  else if (!header.pattern)
    link.weight = reader.weight("value");
  reader.end_line();
  return none ? std::nullopt : std::optional(link);
}

/// Reads an entry. Returns nullopt for value 0, which is not an edge.
std::optional<FileLink> read_entry(LineReader& reader, MatrixHeader const& header, std::uint64_t side) {
  auto const row = static_cast<std::uint32_t>(reader.number("row", 1, side) - 1);
  auto const place = reader.place();
  auto const column = static_cast<std::uint32_t>(reader.number("column", 1, side) - 1);
  if (header.symmetric && column > row)
    reader.fail_at(place, fmt::format("column {} exceeds row {}", column + 1, row + 1),
                   "a symmetric matrix contains only its lower triangle");
  return read_value(reader, header, {row, column});
}

/// Reads all values, column by column; from the diagonal down if the matrix is symmetric.
void read_dense(LineReader& reader, MatrixHeader const& header, GraphFile& graph) {
  for (std::uint32_t column = 0; column < graph.vertices; ++column)
    for (std::uint32_t row = header.symmetric ? column : 0; row < graph.vertices; ++row) {
      if (!next_entry(reader))
        reader.fail(fmt::format("the value of row {}, column {} is missing", row + 1, column + 1),
                    fmt::format("the matrix is {0} x {0}", graph.vertices), "is the file truncated?");
      if (auto const link = read_value(reader, header, {row, column})) graph.links.push_back(*link);
    }
  if (next_entry(reader)) reader.fail("there is one value too many");
}

/// Reads the number of entries, and the entries. `size`: position of the size of the matrix.
void read_coordinates(LineReader& reader, MatrixHeader const& header, LineReader::Place size,
                      GraphFile& graph) {
  auto const counted = reader.place();
  auto const entries = reader.number("entries", 0, std::uint64_t{1} << 62);
  if (auto const maximum = reader.bytes_left() / 4; entries > maximum)  // an entry has at least four bytes
    reader.fail_at(
        counted, fmt::format("the header states {} entries", entries),
        fmt::format("the rest of the file is too short for more than {}: is the file truncated?", maximum));
  reader.end_line();
  try {
    check_size(graph.vertices, entries);
  } catch (InputError const& error) { reader.fail_at(size, error.problem, error.why); }
  std::uint64_t seen = 0;
  for (; next_entry(reader); ++seen) {
    if (seen == entries)
      reader.fail("there is one entry too many", fmt::format("the header states {}", entries));
    if (auto const link = read_entry(reader, header, graph.vertices)) graph.links.push_back(*link);
  }
  if (seen != entries)
    reader.fail(fmt::format("the file has {} entr{}", seen, seen == 1 ? "y" : "ies"),
                fmt::format("the header states {}", entries), "is the file truncated?");
}

}  // namespace

GraphFile parse_matrix_market(std::string_view text, std::string_view file) {
  LineReader reader(text, file, {.shape = "row column [value]", .comments = ""});
  auto const header = read_header(reader);
  if (!next_entry(reader))
    reader.fail("the line with the size of the matrix is missing", "expected: rows columns entries");
  auto const begin = reader.place();
  auto const side = reader.number("rows", 1, std::uint64_t{1} << 32);
  auto const columns = reader.number("columns", 1, std::uint64_t{1} << 32);
  if (columns != side)
    reader.fail_at(begin, fmt::format("the matrix has {} rows and {} columns", side, columns),
                   "an adjacency matrix is square");
  GraphFile graph{.directed = !header.symmetric, .vertices = side};
  if (header.dense) {
    reader.end_line();
    if (side > reader.bytes_left() / 2 / side + 1)  // a value has at least two bytes
      reader.fail_at(begin, fmt::format("the header states {0} x {0} values", side),
                     "the file is too short for them");
    read_dense(reader, header, graph);
  } else {
    read_coordinates(reader, header, begin, graph);
  }
  graph.names = number_names(side, 1);
  return graph;
}

void write_matrix_market(GraphFile const& graph, TextSink& out) {
  bool const weighted = is_weighted(graph);
  bool const whole = std::ranges::all_of(graph.links, [](FileLink const& link) {
    return link.weight == std::trunc(link.weight) && link.weight < 0x1p49;
  });
  out.print("%%MatrixMarket matrix coordinate {} {}\n{} {} {}\n",
            !weighted ? "pattern"
            : whole   ? "integer"
                      : "real",
            graph.directed ? "general" : "symmetric", graph.vertices, graph.vertices, graph.links.size());
  for (auto const& link : graph.links) {
    auto const row = graph.directed ? link.a : std::max(link.a, link.b);
    auto const column = graph.directed ? link.b : std::min(link.a, link.b);
    out.print("{} {}", row + std::uint64_t{1}, column + std::uint64_t{1});
    if (weighted) out.print(" {}", link.weight);
    out.print("\n");
  }
}

}  // namespace weft
