#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <unordered_map>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/graph/graph_readers.hpp"
#include "weft/io/graph/graph_writers.hpp"
#include "weft/io/line_reader.hpp"

namespace weft {
namespace {

constexpr std::string_view header_mark = "# graph: ";

struct Header {
  std::uint64_t vertices;
  bool directed;
};

/// The content of Weft's own first comment; other comments have no meaning.
std::optional<Header> header_of(LineReader const& at) {
  auto line = at.line();
  if (!line.starts_with(header_mark)) return {};
  line.remove_prefix(header_mark.size());
  Header header{};
  auto const [rest, error] = std::from_chars(line.data(), line.data() + line.size(), header.vertices);
  std::string_view const kind = line.substr(static_cast<std::size_t>(rest - line.data()));
  header.directed = kind == " vertices, directed";
  if (error != std::errc{} || (!header.directed && kind != " vertices, undirected"))
    at.fail("a broken header", "must be '# graph: N vertices, directed' or '.. undirected'");
  return header;
}

struct Ends {
  std::string_view a, b;
  LineReader::Place place;
};

std::optional<std::uint64_t> number_of(std::string_view word) {
  std::uint64_t value = 0;
  auto const [rest, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error == std::errc::invalid_argument || rest != word.data() + word.size()) return {};
  return error == std::errc{} ? value : ~std::uint64_t{0};
}

/// Vertices given by number.
void number_vertices(GraphFile& graph, std::vector<Ends> const& ends, std::optional<Header> header,
                     LineReader const& reader) {
  std::uint64_t const most = header ? header->vertices : std::uint64_t{1} << 32;
  std::uint64_t least = most, largest = 0;
  for (auto const& [a, b, place] : ends)
    for (auto const word : {a, b}) {
      auto const id = *number_of(word);
      if (id >= most)
        reader.fail_at(place, fmt::format("vertex {}", word), fmt::format("must be in [0, {}]", most - 1));
      least = std::min(least, id);
      largest = std::max(largest, id);
    }
  std::uint64_t const first = !header && least == 1 ? 1 : 0;
  graph.vertices = header ? header->vertices : largest + 1 - first;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    graph.links[i].a = static_cast<std::uint32_t>(*number_of(ends[i].a) - first);
    graph.links[i].b = static_cast<std::uint32_t>(*number_of(ends[i].b) - first);
  }
}

/// Vertices given by name.
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

}  // namespace

GraphFile parse_edge_list(std::string_view text, std::string_view file) {
  LineReader reader(text, file, {.shape = "a b [weight]", .comments = "#%", .separators = " \t\r,;"});
  GraphFile graph;
  std::optional<Header> header;
  std::vector<Ends> ends;
  bool numbers = true;
  while (reader.next_line()) {
    if (reader.at_end()) {
      if (!header && ends.empty()) header = header_of(reader);
      continue;
    }
    auto const place = reader.place();
    auto const a = reader.word("first vertex"), b = reader.word("second vertex");
    auto& link = graph.links.emplace_back();
    if (!reader.at_end()) link.weight = reader.weight();
    reader.end_line();
    ends.push_back({a, b, place});
    numbers = numbers && number_of(a) && number_of(b);
  }
  if (header) graph.directed = header->directed;
  if (!header && ends.empty()) throw InputError("no links", "", "", std::string(file));
  at_place(file, [&] {
    if (header) check_size(header->vertices, ends.size());
    if (numbers)
      number_vertices(graph, ends, header, reader);
    else
      name_vertices(graph, ends);
    if (header && graph.vertices != header->vertices)
      throw InputError(fmt::format("{} vertices, but the header says {}", graph.vertices, header->vertices));
    check_size(graph.vertices, graph.links.size());
  });
  return graph;
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
