#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "weft/graph/graph_file.hpp"

namespace weft {

/// The attributes of nodes that say what they are, the first that a node has counts.
inline constexpr std::array<std::string_view, 2> kind_attributes{"kind", "type"};

/// The kind of a vertex by its attribute: a host by one of a few words, a node that forwards by `node`, else
/// a router. Upper case does not matter.
inline FileVertex vertex_kind(std::string_view word) {
  constexpr std::array<std::string_view, 6> hosts{"host", "server", "endpoint", "end_host", "hca", "ca"};
  std::string lower(word);
  std::ranges::transform(lower, lower.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (std::ranges::find(hosts, lower) != hosts.end()) return FileVertex::host;
  return lower == "node" ? FileVertex::node : FileVertex::router;
}

/// The word that files have for it.
inline std::string_view kind_name(FileVertex kind) {
  return kind == FileVertex::host ? "host" : kind == FileVertex::node ? "node" : "router";
}

/// Drops kinds that say nothing: all vertices are routers.
inline void drop_empty_kinds(GraphFile& graph) {
  if (std::ranges::all_of(graph.kinds, [](FileVertex kind) { return kind == FileVertex::router; }))
    graph.kinds.clear();
}

/// Gives a graph that says nothing of terminals one at each host and node and none at routers, or, where all
/// vertices are routers, `each` at every one.
inline void complete_terminals(GraphFile& graph, std::uint32_t each) {
  if (!graph.terminals.empty()) return;
  for (auto const kind : graph.kinds) graph.terminals.push_back(kind == FileVertex::router ? 0 : 1);
  if (graph.kinds.empty()) graph.terminals.assign(graph.vertices, each);
}

}  // namespace weft
