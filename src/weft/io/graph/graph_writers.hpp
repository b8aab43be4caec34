// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/graph/graph_file.hpp"
#include "weft/io/text_sink.hpp"

/// One writer per format. The caller removes the parts that a format does not support (see write_graph).
namespace weft {

void write_edge_list(GraphFile const& graph, TextSink& out);
/// Writes a simple undirected graph; weights are written unchanged.
void write_metis(GraphFile const& graph, TextSink& out);
/// Writes a graph without parallel links.
void write_matrix_market(GraphFile const& graph, TextSink& out);
void write_graphml(GraphFile const& graph, TextSink& out);
/// Writes a simple undirected graph.
void write_anynet(GraphFile const& graph, TextSink& out);
void write_dot(GraphFile const& graph, TextSink& out);
void write_json(GraphFile const& graph, TextSink& out);

/// Converts text to XML character data or an attribute value. Control characters, which XML does not allow,
/// become U+FFFD.
std::string xml_text(std::string_view text);

}  // namespace weft
