// SPDX-License-Identifier: Apache-2.0
#include "weft/io/graph/graph_format.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/fabric/fabric_readers.hpp"
#include "weft/io/file.hpp"
#include "weft/io/graph/graph_readers.hpp"
#include "weft/io/graph/graph_writers.hpp"
#include "weft/io/slurm/topology_conf.hpp"

namespace weft {
namespace {

using enum GraphFormat;

struct Ending {
  std::string_view text;
  GraphFormat format;
};
constexpr std::array endings{
    Ending{".txt", edge_list},
    Ending{".csv", edge_list},
    Ending{".tsv", edge_list},
    Ending{".edges", edge_list},
    Ending{".graph", metis},
    Ending{".metis", metis},
    Ending{".chaco", chaco},
    Ending{".graphml", graphml},
    Ending{".gml", gml},
    Ending{".mtx", matrix_market},
    Ending{".anynet", anynet},
    Ending{".ibnet", ibnetdiscover},
    Ending{".topo", ibnetdiscover},
    Ending{".net", ibnetdiscover},
    Ending{".lst", ibnetdiscover},
    Ending{".conf", slurm},
    Ending{".aries", aries},
    Ending{".dot", dot},
    Ending{".gv", dot},
    Ending{".json", json},
    Ending{".xml", simgrid},
};

constexpr bool can_read(GraphFormat format) {
  return format != automatic && format != opensm && format != dot && format != json && format != simgrid;
}
constexpr bool can_write(GraphFormat format) {
  return format != automatic && format != aries && format != gml;
}

std::vector<std::string> names_where(bool (*holds)(GraphFormat)) {
  std::vector<std::string> names;
  for (auto const& entry : enum_values<GraphFormat>)
    if (holds(entry.value)) names.emplace_back(entry.name);
  return names;
}

/// Features that a format supports.
struct Features {
  bool directed, loops, parallel, weights, terminals, names, classes, rates, latencies = false;
  std::uint64_t first_number = 0;  ///< of the vertices
};
constexpr Features supported_features(GraphFormat format) {
  switch (format) {
    case edge_list: return {true, true, true, true, false, false, false, false};
    case metis:
    case chaco: return {false, false, false, true, false, false, false, false, false, 1};
    case matrix_market: return {true, true, false, true, false, false, false, false, false, 1};
    case anynet: return {false, false, false, false, true, false, false, false, true};
    case graphml: return {true, true, true, true, true, true, true, true};
    default: return {true, true, true, true, true, true, true, false};
  }
}

std::string times(std::uint64_t count, char const* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// Merges parallel links for formats that do not support them. Appends a sentence about each loss to `notes`.
GraphFile without_parallel(GraphFile const& graph, Features const& holds, std::vector<std::string>& notes) {
  bool const undirected = graph.directed && !holds.directed;
  auto simple = simplified(graph, holds.loops, undirected);
  if (undirected) notes.emplace_back("links instead of arcs");
  if (simple.loops > 0) notes.push_back("without " + times(simple.loops, "loop"));
  if (simple.parallel > 0)
    notes.push_back(times(simple.parallel, "parallel link") + " merged, bandwidths added");
  return std::move(simple.graph);
}

/// Appends a note for each attribute that the format does not support.
void note_lost_attributes(GraphFile const& graph, Features const& holds, std::vector<std::string>& notes) {
  if (!holds.weights && is_weighted(graph)) notes.emplace_back("without bandwidths");
  bool const some = std::ranges::any_of(graph.terminals, [](auto count) { return count != 1; });
  if (!holds.terminals && some) notes.emplace_back("without terminals");
  if (!holds.names && !graph.kinds.empty()) notes.emplace_back("without the kinds of vertices");
  bool const by_number =
      holds.first_number > 0 && graph.names == number_names(graph.vertices, holds.first_number);
  if (!holds.names && !graph.names.empty() && !by_number) notes.emplace_back("without names of routers");
  if (!holds.rates && holds.weights && graph.rate > 0)
    notes.push_back(fmt::format("without rates: a bandwidth of 1 is {} bit/s", graph.rate));
  if (!holds.rates && !graph.terminal_weights.empty())
    notes.emplace_back("without the bandwidths of terminals");
  if (!holds.latencies && has_latencies(graph)) notes.emplace_back("without latencies");
  if (!holds.classes && graph.classes.size() > 1) notes.emplace_back("without channel classes");
}

void check_whole_weights(GraphFile const& graph) {
  for (auto const& link : graph.links)
    if (link.weight != std::trunc(link.weight) || link.weight > 0x1p50)
      throw InputError(fmt::format("link {1} - {2} has bandwidth {0}", link.weight, link.a, link.b),
                       "METIS supports only whole weights", "use format chaco");
}

NetworkFile parse_network(std::string_view text, std::string_view file, GraphFormat format) {
  NetworkFile network;
  if (format == ibnetdiscover) network.fabric = std::make_shared<Fabric const>(parse_fabric(text, file));
  if (format == slurm) network.fabric = std::make_shared<Fabric const>(parse_topology_conf(text, file));
  network.graph = network.fabric ? to_graph(*network.fabric) : parse_graph(text, file, format);
  return network;
}

/// Returns the format of a file to read, or `automatic` if neither its name nor its content indicates one.
GraphFormat format_of(std::string_view text, std::filesystem::path const& path) {
  if (auto const marked = format_by_mark(text)) return *marked;
  auto const by_name = format_by_extension(path).value_or(automatic);
  if (by_name == metis || by_name == chaco) return by_name;
  if (auto const lists = format_by_lists(text)) return *lists;
  // Files of these formats begin with a mark, or their lists are complete; this text has another format.
  bool const is_marked = by_name == graphml || by_name == gml || by_name == anynet || by_name == slurm ||
                         by_name == ibnetdiscover || by_name == aries;
  return (by_name == automatic || is_marked) && looks_like_edge_list(text) ? edge_list : by_name;
}

}  // namespace

std::string_view format_name(GraphFormat format) {
  return std::ranges::find(enum_values<GraphFormat>, format, &EnumValue<GraphFormat>::value)->name;
}
std::vector<std::string> readable_formats() { return names_where(can_read); }
std::vector<std::string> writable_formats() { return names_where(can_write); }

std::optional<GraphFormat> format_by_extension(std::filesystem::path const& path) {
  auto extension = path.extension().string();
  if (extension == ".gz" || extension == ".xz") extension = path.stem().extension().string();
  auto const found = std::ranges::find(endings, extension, &Ending::text);
  return found == endings.end() ? std::nullopt : std::optional(found->format);
}

GraphFile parse_graph(std::string_view text, std::string_view file, GraphFormat format) {
  switch (format) {
    case edge_list: return parse_edge_list(text, file);
    case metis: return parse_metis(text, file, true);
    case chaco: return parse_metis(text, file, false);
    case graphml: return parse_graphml(text, file);
    case gml: return parse_gml(text, file);
    case matrix_market: return parse_matrix_market(text, file);
    case anynet: return parse_anynet(text, file);
    case aries: return parse_aries(text, file);
    case ibnetdiscover:
    case slurm: return parse_network(text, file, format).graph;
    default: break;
  }
  std::string valid;
  for (auto const& name : readable_formats()) valid += (valid.empty() ? "valid: " : ", ") + name;
  throw InputError(format == automatic
                       ? fmt::format("neither the content nor the name of '{}' indicates its format", file)
                       : fmt::format("format {} cannot be read", format_name(format)),
                   "", valid);
}

NetworkFile read_network(std::filesystem::path const& path, GraphFormat format) {
  auto const by_name = format_by_extension(path);
  if (format == automatic && by_name && !can_read(*by_name) && !file_exists(path)) format = *by_name;
  if (format != automatic && !can_read(format)) return {parse_graph({}, path.string(), format)};
  auto const text = read_file(path);
  return parse_network(text, path.string(), format == automatic ? format_of(text, path) : format);
}

GraphFile read_graph(std::filesystem::path const& path, GraphFormat format) {
  return read_network(path, format).graph;
}

std::vector<std::string> write_graph(GraphFile const& graph, GraphFormat format,
                                     std::function<void(std::string_view)> const& take) {
  std::vector<std::string> notes;
  auto const holds = supported_features(format);
  std::optional<GraphFile> simple;
  if (!holds.parallel) simple = without_parallel(graph, holds, notes);
  auto const& whole = simple ? *simple : graph;
  note_lost_attributes(whole, holds, notes);
  TextSink out(take);
  switch (format) {
    case edge_list: write_edge_list(whole, out); break;
    case metis:
      check_whole_weights(whole);
      write_metis(whole, out);
      break;
    case chaco: write_metis(whole, out); break;
    case graphml: write_graphml(whole, out); break;
    case matrix_market: write_matrix_market(whole, out); break;
    case anynet: write_anynet(whole, out); break;
    case dot: write_dot(whole, out); break;
    case json: write_json(whole, out); break;
    default: throw InputError(fmt::format("format {} cannot be written", format_name(format)));
  }
  out.finish();
  return notes;
}

}  // namespace weft
