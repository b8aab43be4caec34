#pragma once

#include <algorithm>

#include "weft/graph/graph_file.hpp"
#include "weft/library/wiring.hpp"

namespace weft {

/// The wiring as the common value of all graph formats.
inline GraphFile graph_of(Wiring const& wiring) {
  GraphFile graph{.directed = !wiring.links().empty() && wiring.links().front().directed,
                  .vertices = wiring.terminals().size(),
                  .terminals = wiring.terminals()};
  for (auto const& link : wiring.links()) {
    auto at = std::ranges::find(graph.classes, link.channel_class);
    if (at == graph.classes.end()) at = graph.classes.insert(at, link.channel_class);
    graph.links.push_back(
        {link.a, link.b, link.bandwidth, static_cast<std::uint16_t>(at - graph.classes.begin())});
  }
  return graph;
}

}  // namespace weft
