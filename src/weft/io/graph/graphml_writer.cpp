#include "weft/core/utf8.hpp"
#include "weft/io/graph/graph_writers.hpp"

namespace weft {

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

void write_graphml(GraphFile const& graph, TextSink& out) {
  bool const weighted = is_weighted(graph);
  auto const key = [&](char const* name, char const* element, char const* type) {
    out.print("  <key id=\"{}\" for=\"{}\" attr.name=\"{}\" attr.type=\"{}\"/>\n", name, element, name, type);
  };
  out.print(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml "
      "xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
  if (!graph.names.empty()) key("name", "node", "string");
  if (!graph.terminals.empty()) key("terminals", "node", "int");
  if (!graph.classes.empty()) key("class", "edge", "string");
  if (weighted) key("bandwidth", "edge", "double");
  out.print("  <graph edgedefault=\"{}\">\n", graph.directed ? "directed" : "undirected");
  for (std::uint64_t v = 0; v < graph.vertices; ++v) {
    if (graph.names.empty() && graph.terminals.empty()) {
      out.print("    <node id=\"n{}\"/>\n", v);
      continue;
    }
    out.print("    <node id=\"n{}\">", v);
    if (!graph.names.empty()) out.print("<data key=\"name\">{}</data>", xml_text(graph.names[v]));
    if (!graph.terminals.empty()) out.print("<data key=\"terminals\">{}</data>", graph.terminals[v]);
    out.print("</node>\n");
  }
  for (auto const& link : graph.links) {
    out.print("    <edge source=\"n{}\" target=\"n{}\"", link.a, link.b);
    if (graph.classes.empty() && !weighted) {
      out.print("/>\n");
      continue;
    }
    out.print(">");
    if (!graph.classes.empty())
      out.print("<data key=\"class\">{}</data>", xml_text(graph.classes[link.channel_class]));
    if (weighted) out.print("<data key=\"bandwidth\">{}</data>", link.weight);
    out.print("</edge>\n");
  }
  out.print("  </graph>\n</graphml>\n");
}

}  // namespace weft
