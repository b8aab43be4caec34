// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "fuzz/read_or_reject.hpp"
#include "weft/io/graph/graph_format.hpp"

namespace weft {

/// Any bytes are a graph of this format or refused; a graph that was read is written so that it reads back as
/// it is written, and its ends are vertices.
inline int graph_again(std::uint8_t const* data, std::size_t size, GraphFormat format) {
  return read_or_reject(data, size, [&](std::string_view text) {
    auto const graph = parse_graph(text, "file", format);
    for (auto const& link : graph.links)
      if (link.a >= graph.vertices || link.b >= graph.vertices || !(link.weight > 0)) std::abort();
    bool const only_read =
        format == GraphFormat::ibnetdiscover || format == GraphFormat::aries || format == GraphFormat::gml;
    if (graph.vertices > 100000 || only_read) return;
    auto const written = [&](GraphFile const& it) {
      std::string out;
      write_graph(it, format, [&](std::string_view piece) { out += piece; });
      return out;
    };
    auto const once = written(graph);
    if (format == GraphFormat::graphml) return;  // names may hold what XML cannot
    if (written(parse_graph(once, "again", format)) != once) std::abort();
  });
}

}  // namespace weft
