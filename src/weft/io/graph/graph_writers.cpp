// SPDX-License-Identifier: Apache-2.0
#include "weft/io/graph/graph_writers.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

#include <nlohmann/json.hpp>

#include "weft/core/utf8.hpp"
#include "weft/io/graph/link_rates.hpp"

namespace weft {
namespace {

/// Returns a quoted identifier of DOT.
std::string dot_text(std::string_view text) {
  std::string out = "\"";
  for (char const c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return out + '"';
}

std::string json_text(std::string const& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

void write_dot(GraphFile const& graph, TextSink& out) {
  bool const weighted = is_weighted(graph);
  out.print("{} weft {{\n", graph.directed ? "digraph" : "graph");
  for (std::uint64_t v = 0; v < graph.vertices; ++v) {
    out.print("  {}", v);
    if (!graph.names.empty()) out.print(" [label={}]", dot_text(graph.names[v]));
    if (!graph.terminals.empty()) out.print(" [terminals={}]", graph.terminals[v]);
    if (!graph.kinds.empty()) out.print(" [kind={}]", kind_name(graph.kinds[v]));
    out.print(";\n");
  }
  for (auto const& link : graph.links) {
    out.print("  {} {} {}", link.a, graph.directed ? "->" : "--", link.b);
    if (!graph.classes.empty()) out.print(" [class={}]", dot_text(graph.classes[link.channel_class]));
    if (weighted) out.print(" [bandwidth={}]", link.weight);
    out.print(";\n");
  }
  out.print("}}\n");
}

void write_json(GraphFile const& graph, TextSink& out) {
  bool const weighted = is_weighted(graph);
  out.print("{{\"directed\": {}, \"multigraph\": true, \"graph\": {{}},\n\"nodes\": [", graph.directed);
  for (std::uint64_t v = 0; v < graph.vertices; ++v) {
    out.print("{}\n{{\"id\": {}", v == 0 ? "" : ",", v);
    if (!graph.names.empty()) out.print(", \"name\": {}", json_text(graph.names[v]));
    if (!graph.terminals.empty()) out.print(", \"terminals\": {}", graph.terminals[v]);
    if (!graph.kinds.empty()) out.print(", \"kind\": \"{}\"", kind_name(graph.kinds[v]));
    out.print("}}");
  }
  out.print("],\n\"links\": [");
  for (std::size_t i = 0; i < graph.links.size(); ++i) {
    auto const& link = graph.links[i];
    out.print("{}\n{{\"source\": {}, \"target\": {}, \"key\": {}", i == 0 ? "" : ",", link.a, link.b, i);
    if (!graph.classes.empty()) out.print(", \"class\": {}", json_text(graph.classes[link.channel_class]));
    if (weighted) out.print(", \"bandwidth\": {}", link.weight);
    out.print("}}");
  }
  out.print("]}}\n");
}

std::string xml_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    auto const c = first_code_point(text);
    bool const legal =
        c.valid && c.value != 0xFFFE && c.value != 0xFFFF && (c.value >= 0x20 || c.value == '\t');
    switch (c.value) {
      case U'&': out += "&amp;"; break;
      case U'<': out += "&lt;"; break;
      case U'>': out += "&gt;"; break;
      case U'"': out += "&quot;"; break;
      default: out += legal ? text.substr(0, c.bytes) : std::string_view("\uFFFD");
    }
    text.remove_prefix(c.bytes);
  }
  return out;
}

namespace {

/// Writes the beginning of the file, with the keys of all attributes of the graph.
void write_keys(GraphFile const& graph, bool weighted, TextSink& out) {
  auto const key = [&](char const* name, char const* element, char const* type) {
    out.print("  <key id=\"{}\" for=\"{}\" attr.name=\"{}\" attr.type=\"{}\"/>\n", name, element, name, type);
  };
  out.print(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml "
      "xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
  if (!graph.names.empty()) key("name", "node", "string");
  if (!graph.terminals.empty()) key("terminals", "node", "int");
  if (!graph.kinds.empty()) key("kind", "node", "string");
  if (!graph.classes.empty()) key("class", "edge", "string");
  if (weighted) key("bandwidth", "edge", "double");
  if (!graph.terminal_weights.empty()) key("terminal_bandwidths", "node", "string");
  if (graph.rate > 0) key("bits_per_second", "graph", "double");
}

/// Writes a vertex, whose first terminal is number `terminal` of all.
void write_node(GraphFile const& graph, std::uint64_t v, std::size_t terminal, TextSink& out) {
  if (graph.names.empty() && graph.terminals.empty() && graph.kinds.empty()) {
    out.print("    <node id=\"n{}\"/>\n", v);
    return;
  }
  out.print("    <node id=\"n{}\">", v);
  if (!graph.names.empty()) out.print("<data key=\"name\">{}</data>", xml_text(graph.names[v]));
  if (!graph.terminals.empty()) out.print("<data key=\"terminals\">{}</data>", graph.terminals[v]);
  if (!graph.kinds.empty()) out.print("<data key=\"kind\">{}</data>", kind_name(graph.kinds[v]));
  if (!graph.terminal_weights.empty()) {
    auto const weights = std::span(graph.terminal_weights).subspan(terminal, graph.terminals[v]);
    out.print("<data key=\"terminal_bandwidths\">{}</data>", fmt::join(weights, " "));
  }
  out.print("</node>\n");
}

void write_edge(GraphFile const& graph, FileLink const& link, bool weighted, TextSink& out) {
  out.print("    <edge source=\"n{}\" target=\"n{}\"", link.a, link.b);
  if (graph.classes.empty() && !weighted) {
    out.print("/>\n");
    return;
  }
  out.print(">");
  if (!graph.classes.empty())
    out.print("<data key=\"class\">{}</data>", xml_text(graph.classes[link.channel_class]));
  if (weighted) out.print("<data key=\"bandwidth\">{}</data>", link.weight);
  out.print("</edge>\n");
}

}  // namespace

void write_graphml(GraphFile const& graph, TextSink& out) {
  bool const weighted = is_weighted(graph);
  write_keys(graph, weighted, out);
  out.print("  <graph edgedefault=\"{}\">\n", graph.directed ? "directed" : "undirected");
  if (graph.rate > 0) out.print("    <data key=\"bits_per_second\">{}</data>\n", graph.rate);
  std::size_t terminal = 0;
  for (std::uint64_t v = 0; v < graph.vertices; ++v) {
    write_node(graph, v, terminal, out);
    if (!graph.terminals.empty()) terminal += graph.terminals[v];
  }
  for (auto const& link : graph.links) write_edge(graph, link, weighted, out);
  out.print("  </graph>\n</graphml>\n");
}

}  // namespace weft
