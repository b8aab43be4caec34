// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <string>
#include <unordered_map>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/graph/graph_readers.hpp"
#include "weft/io/graph/graph_writers.hpp"
#include "weft/io/graph/link_rates.hpp"
#include "weft/io/graph/python_edge.hpp"
#include "weft/io/line_reader.hpp"

namespace weft {
namespace {

constexpr std::string_view header_mark = "# graph: ";

struct Header {
  std::uint64_t vertices;
  bool directed;
};

/// Parses the header comment that Weft writes. Other comments are ignored.
std::optional<Header> header_of(LineReader const& at) {
  auto line = at.line();
  if (!line.starts_with(header_mark)) return {};
  line.remove_prefix(header_mark.size());
  Header header{};
  auto const [rest, error] = std::from_chars(line.data(), line.data() + line.size(), header.vertices);
  std::string_view const kind = line.substr(static_cast<std::size_t>(rest - line.data()));
  header.directed = kind == " vertices, directed";
  if (error != std::errc{} || (!header.directed && kind != " vertices, undirected"))
    at.fail("the header is invalid", "must be '# graph: N vertices, directed' or '.. undirected'");
  return header;
}

struct Ends {
  std::string_view a, b;
  LineReader::Place place;
};

/// Numbers vertices that are given by number. Returns the first number, 0 or 1.
std::uint64_t number_vertices(GraphFile& graph, std::vector<Ends> const& ends, std::optional<Header> header,
                              LineReader const& reader) {
  std::uint64_t const maximum = header ? header->vertices : std::uint64_t{1} << 32;
  std::uint64_t minimum = maximum, largest = 0;
  for (auto const& [a, b, place] : ends)
    for (auto const word : {a, b}) {
      auto const id = *whole_number_in(word);
      if (id >= maximum)
        reader.fail_at(place, fmt::format("vertex {}", word), fmt::format("must be in [0, {}]", maximum - 1));
      minimum = std::min(minimum, id);
      largest = std::max(largest, id);
    }
  std::uint64_t const first = !header && minimum == 1 ? 1 : 0;
  graph.vertices = header ? header->vertices : largest + 1 - first;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    graph.links[i].a = static_cast<std::uint32_t>(*whole_number_in(ends[i].a) - first);
    graph.links[i].b = static_cast<std::uint32_t>(*whole_number_in(ends[i].b) - first);
  }
  return first;
}

/// Numbers vertices that are given by name.
void name_vertices(GraphFile& graph, std::vector<Ends> const& ends) {
  std::unordered_map<std::string_view, std::uint32_t> known;
  auto const vertex = [&](std::string_view word) {
    auto const [entry, is_new] = known.try_emplace(word, static_cast<std::uint32_t>(known.size()));
    if (is_new) graph.names.emplace_back(word);
    return entry->second;
  };
  for (std::size_t i = 0; i < ends.size(); ++i) {
    graph.links[i].a = vertex(ends[i].a);
    graph.links[i].b = vertex(ends[i].b);
  }
  graph.vertices = graph.names.size();
}

/// Returns whether the first line of a table contains column names.
bool is_header(std::string_view a, std::string_view b) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> headers{
      {{"source", "target"}, {"from", "to"}, {"src", "dst"}, {"node1", "node2"}}};
  auto const lower = [](std::string_view word) {
    std::string text(word);
    for (auto& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
  };
  return std::ranges::any_of(
      headers, [&](auto const& header) { return lower(a) == header.first && lower(b) == header.second; });
}

class EdgeListReader {
 public:
  EdgeListReader(std::string_view text, std::string_view file)
      : file_(file),
        line_(text, file, {.shape = "a b [weight]", .comments = "#%", .separators = " \t\r,;"}) {}

  GraphFile read() && {
    while (line_.next_line()) {
      if (line_.at_end()) {
        if (!header_ && ends_.empty()) header_ = header_of(line_);
        continue;
      }
      LineCursor cursor(line_);
      if (is_python_edge(cursor.rest()))
        read_python(cursor);
      else
        read_words();
    }
    if (header_) graph_.directed = header_->directed;
    if (!header_ && ends_.empty()) throw InputError("the file contains no links", "", "", std::string(file_));
    at_place(file_, [&] {
      name_and_check();
      rates_.state(graph_);
    });
    return std::move(graph_);
  }

 private:
  void add(std::string_view a, std::string_view b, LineReader::Place place) {
    graph_.links.emplace_back();
    ends_.push_back({a, b, place});
    numbers_ = numbers_ && whole_number_in(a) && whole_number_in(b);
  }
  void read_words() {
    auto const place = line_.place();
    auto const a = line_.word("first vertex"), b = line_.word("second vertex");
    if (ends_.empty() && is_header(a, b)) return;
    add(a, b, place);
    if (!line_.at_end()) graph_.links.back().weight = line_.weight();
    line_.end_line();
  }
  void read_python(LineCursor& cursor) {
    auto const place = cursor.place();
    auto const edge = read_python_edge(cursor);
    add(edge.a, edge.b, place);
    auto weight = edge.weight;
    for (std::size_t which = 0; which < rate_names.size() && weight.empty(); ++which)
      for (auto const& [key, value] : edge.data)
        if (key == rate_names[which].name) {
          weight = value;
          rates_.add(graph_.links.size() - 1, which);
        }
    if (weight.empty()) return;
    try {
      graph_.links.back().weight = parse_weight("weight", weight);
    } catch (InputError const& error) { line_.fail_at(place, error.problem, error.why); }
  }
  void name_and_check() {
    if (header_) check_size(header_->vertices, ends_.size());
    auto const first = numbers_ ? number_vertices(graph_, ends_, header_, line_) : 0;
    if (!numbers_) name_vertices(graph_, ends_);
    if (header_ && graph_.vertices != header_->vertices)
      throw InputError(fmt::format("the file has {} vertices, but the header states {}", graph_.vertices,
                                   header_->vertices));
    check_size(graph_.vertices, graph_.links.size());
    if (first > 0) graph_.names = number_names(graph_.vertices, first);
  }

  std::string_view file_;
  LineReader line_;
  GraphFile graph_;
  std::optional<Header> header_;
  std::vector<Ends> ends_;
  LinkRates rates_;
  bool numbers_ = true;
};

}  // namespace

GraphFile parse_edge_list(std::string_view text, std::string_view file) {
  EdgeListReader reader(text, file);
  return std::move(reader).read();
}

void write_edge_list(GraphFile const& graph, TextSink& out) {
  out.print("# graph: {} vertices, {}\n", graph.vertices, graph.directed ? "directed" : "undirected");
  bool const weighted = is_weighted(graph);
  for (auto const& link : graph.links)
    if (weighted)
      out.print("{} {} {}\n", link.a, link.b, link.weight);
    else
      out.print("{} {}\n", link.a, link.b);
}

}  // namespace weft
