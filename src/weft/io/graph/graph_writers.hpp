// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/graph/graph_file.hpp"
#include "weft/io/text_sink.hpp"

/// One writer per format. The caller removes the parts that a format cannot hold: see write_graph.
namespace weft {

void write_edge_list(GraphFile const& graph, TextSink& out);
/// A simple undirected graph; weights are written as they are.
void write_metis(GraphFile const& graph, TextSink& out);
/// Without parallel links.
void write_matrix_market(GraphFile const& graph, TextSink& out);
void write_graphml(GraphFile const& graph, TextSink& out);
/// A simple undirected graph.
void write_anynet(GraphFile const& graph, TextSink& out);
void write_dot(GraphFile const& graph, TextSink& out);
void write_json(GraphFile const& graph, TextSink& out);

/// `text` as XML character data or attribute value; control characters, which XML cannot hold, become U+FFFD.
std::string xml_text(std::string_view text);

}  // namespace weft
