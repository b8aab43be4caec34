#include <nlohmann/json.hpp>

#include "weft/io/graph/graph_writers.hpp"

namespace weft {
namespace {

std::string quoted(std::string const& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

void write_json(GraphFile const& graph, TextSink& out) {
  bool const weighted = is_weighted(graph);
  out.print("{{\"directed\": {}, \"multigraph\": true, \"graph\": {{}},\n\"nodes\": [", graph.directed);
  for (std::uint64_t v = 0; v < graph.vertices; ++v) {
    out.print("{}\n{{\"id\": {}", v == 0 ? "" : ",", v);
    if (!graph.names.empty()) out.print(", \"name\": {}", quoted(graph.names[v]));
    if (!graph.terminals.empty()) out.print(", \"terminals\": {}", graph.terminals[v]);
    out.print("}}");
  }
  out.print("],\n\"links\": [");
  for (std::size_t i = 0; i < graph.links.size(); ++i) {
    auto const& link = graph.links[i];
    out.print("{}\n{{\"source\": {}, \"target\": {}, \"key\": {}", i == 0 ? "" : ",", link.a, link.b, i);
    if (!graph.classes.empty()) out.print(", \"class\": {}", quoted(graph.classes[link.channel_class]));
    if (weighted) out.print(", \"bandwidth\": {}", link.weight);
    out.print("}}");
  }
  out.print("]}}\n");
}

}  // namespace weft
