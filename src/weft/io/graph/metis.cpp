// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/graph/graph_readers.hpp"
#include "weft/io/graph/graph_writers.hpp"
#include "weft/io/line_reader.hpp"

namespace weft {
namespace {

constexpr std::uint64_t max_weight = std::uint64_t{1} << 50;

/// The first line: vertices, edges, and the other fields of a vertex line.
struct MetisHeader {
  std::uint64_t vertices = 0, edges = 0;
  bool sizes = false, edge_weights = false;
  std::uint64_t vertex_weights = 0;  ///< number per vertex
};

MetisHeader read_metis_header(LineReader& reader) {
  while (reader.next_line())
    if (!reader.at_end()) break;
  MetisHeader header;
  // a vertex occupies a line, an edge two numbers and their separators
  header.vertices =
      reader.number("vertices", 0, std::min<std::uint64_t>(reader.bytes_left(), std::uint64_t{1} << 32));
  header.edges = reader.number("edges", 0, reader.bytes_left() / 4);
  if (!reader.at_end()) {
    auto const at = reader.place();
    auto const format = reader.word("fmt");
    if (format.size() > 3 || format.find_first_not_of("01") != std::string_view::npos)
      reader.fail_at(at, "fmt=" + shown(format), "must consist of at most three digits, each 0 or 1");
    auto const digit = [&](std::size_t place) {
      return format.size() > place && format[format.size() - 1 - place] == '1';
    };
    header.edge_weights = digit(0);
    header.vertex_weights = digit(1);
    header.sizes = digit(2);
  }
  if (!reader.at_end()) {
    auto const at = reader.place();
    auto const constraints = reader.number("ncon", 1, 1000);
    if (header.vertex_weights == 0)
      reader.fail_at(at, "ncon needs vertex weights", "the second digit of fmt from the right must be 1");
    header.vertex_weights = constraints;
  }
  reader.end_line();
  return header;
}

struct MetisEntry {
  std::uint32_t from, to;
  double weight;
  LineReader::Place place;
};

/// Reads the list of one vertex.
void read_vertex(LineReader& reader, MetisHeader const& header, std::uint32_t vertex, bool whole_weights,
                 std::vector<MetisEntry>& entries) {
  if (header.sizes) reader.number("vertex size", 0, max_weight);
  for (std::uint64_t i = 0; i < header.vertex_weights; ++i) reader.number("vertex weight", 0, max_weight);
  while (!reader.at_end()) {
    auto const place = reader.place();
    auto const to = static_cast<std::uint32_t>(reader.number("neighbor", 1, header.vertices) - 1);
    if (to == vertex)
      reader.fail_at(place, fmt::format("vertex {} is its own neighbor", to + 1), "loops are not allowed");
    double weight = 1;
    if (header.edge_weights)
      weight = whole_weights ? static_cast<double>(reader.number("edge weight", 1, max_weight))
                             : reader.weight("edge weight");
    entries.push_back({vertex, to, weight, place});
  }
}

/// Throws InputError at the first entry, in the order of the file, that is missing at the other end.
void check_symmetry(std::vector<MetisEntry> const& entries, LineReader const& reader) {
  std::vector<std::size_t> order(entries.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  auto const edge = [&](std::size_t i) {
    auto const& entry = entries[i];
    return std::tuple(std::min(entry.from, entry.to), std::max(entry.from, entry.to), entry.weight);
  };
  std::ranges::stable_sort(order, {}, edge);
  std::size_t first = entries.size();
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    std::int64_t balance = 0;
    std::size_t last_up = 0, last_down = 0;
    for (; end < order.size() && edge(order[end]) == edge(order[begin]); ++end) {
      bool const up = entries[order[end]].from < entries[order[end]].to;
      balance += up ? 1 : -1;
      (up ? last_up : last_down) = order[end];
    }
    if (balance != 0) first = std::min(first, balance > 0 ? last_up : last_down);
  }
  if (first == entries.size()) return;
  auto const& entry = entries[first];
  reader.fail_at(
      entry.place,
      fmt::format("vertex {} lists neighbor {}, which does not list it back", entry.from + 1, entry.to + 1),
      "every edge is listed at both ends, with the same weight");
}

}  // namespace

GraphFile parse_metis(std::string_view text, std::string_view file, bool whole_weights) {
  LineReader reader(
      text, file,
      {.shape = "vertices edges [fmt [ncon]], then a line of neighbors per vertex", .comments = "%"});
  auto const header = read_metis_header(reader);
  GraphFile graph{.vertices = header.vertices};
  std::vector<MetisEntry> entries;
  for (std::uint64_t vertex = 0; vertex < header.vertices;) {
    if (!reader.next_line())
      reader.fail(fmt::format("the file contains the lists of {} vertices", vertex),
                  fmt::format("the header states {}", header.vertices), "is the file truncated?");
    if (reader.line().starts_with('%')) continue;
    read_vertex(reader, header, static_cast<std::uint32_t>(vertex++), whole_weights, entries);
  }
  if (reader.next_full_line())
    reader.fail("there is a line after the last vertex",
                fmt::format("the header states {} vertices", header.vertices));
  check_symmetry(entries, reader);
  if (entries.size() != 2 * header.edges)
    reader.fail_at({1, 1}, fmt::format("the lists contain {} edges", entries.size() / 2),
                   fmt::format("the header states {}", header.edges));
  for (auto const& entry : entries)
    if (entry.from < entry.to) graph.links.push_back({entry.from, entry.to, entry.weight});
  graph.names = number_names(graph.vertices, 1);
  return graph;
}

void write_metis(GraphFile const& graph, TextSink& out) {
  bool const weighted = is_weighted(graph);
  out.print("{} {}{}\n", graph.vertices, graph.links.size(), weighted ? " 1" : "");
  std::vector<std::uint64_t> first(graph.vertices + 1, 0);
  for (auto const& link : graph.links) {
    ++first[link.a + std::size_t{1}];
    ++first[link.b + std::size_t{1}];
  }
  std::partial_sum(first.begin(), first.end(), first.begin());
  std::vector<std::pair<std::uint32_t, double>> neighbors(2 * graph.links.size());
  auto next = first;
  // links ascend by (a, b): the lower neighbors of a vertex come first, both in order
  for (auto const& link : graph.links) neighbors[next[link.b]++] = {link.a, link.weight};
  for (auto const& link : graph.links) neighbors[next[link.a]++] = {link.b, link.weight};
  for (std::uint64_t v = 0; v < graph.vertices; ++v) {
    for (auto i = first[v]; i < first[v + 1]; ++i) {
      out.print("{}{}", i == first[v] ? "" : " ", neighbors[i].first + 1);
      if (weighted) out.print(" {}", neighbors[i].second);
    }
    out.print("\n");
  }
}

}  // namespace weft
