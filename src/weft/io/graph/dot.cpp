#include <algorithm>

#include "weft/io/graph/graph_writers.hpp"

namespace weft {
namespace {

/// A quoted identifier of DOT.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char const c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return out + '"';
}

}  // namespace

void write_dot(GraphFile const& graph, TextSink& out) {
  bool const weighted = is_weighted(graph);
  out.print("{} weft {{\n", graph.directed ? "digraph" : "graph");
  for (std::uint64_t v = 0; v < graph.vertices; ++v) {
    out.print("  {}", v);
    if (!graph.names.empty()) out.print(" [label={}]", quoted(graph.names[v]));
    if (!graph.terminals.empty()) out.print(" [terminals={}]", graph.terminals[v]);
    out.print(";\n");
  }
  for (auto const& link : graph.links) {
    out.print("  {} {} {}", link.a, graph.directed ? "->" : "--", link.b);
    if (!graph.classes.empty()) out.print(" [class={}]", quoted(graph.classes[link.channel_class]));
    if (weighted) out.print(" [bandwidth={}]", link.weight);
    out.print(";\n");
  }
  out.print("}}\n");
}

}  // namespace weft
