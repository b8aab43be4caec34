// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "weft/graph/graph_file.hpp"

/// One reader per format; each refuses malformed text with an InputError at file:line:column.
namespace weft {

/// A line `a b [weight]` per link, separated by blanks, tabs, commas or semicolons, or of the forms of
/// python_edge.hpp; `#` and `%` begin comments. A first line of names of columns (source target, from to) is
/// no link. If all ends are whole numbers they are the vertices, counted from 1 if none is 0 and from 0
/// otherwise; else they are names in order of appearance. A comment
/// `# graph: N vertices, directed|undirected`, as Weft writes it, means that vertices count from 0 and gives
/// their number; without it links are undirected.
GraphFile parse_edge_list(std::string_view text, std::string_view file);

/// METIS 5 manual, section 4.1.1, and Chaco's, which differs in that weights need not be whole. The sizes and
/// weights of vertices are checked and ignored. Every edge is in the lists of both ends, with one weight;
/// none is a loop.
GraphFile parse_metis(std::string_view text, std::string_view file, bool whole_weights);

/// Coordinate and array format of matrices `general` (arcs, row to column) and `symmetric` (links, lower
/// triangle); fields pattern, integer and real (weights). NIST, The Matrix Market exchange formats (Boisvert,
/// Pozo, Remington, 1996).
GraphFile parse_matrix_market(std::string_view text, std::string_view file);

/// GraphML (graphml.graphdrawing.org): one graph, not nested, without hyperedges. Of an edge, an attribute in
/// `rate_names` (link_rates.hpp) is the weight and `class` the channel class. Of a node, `terminals` is their
/// number, `terminal_bandwidths` lists the bandwidth of each, `kind` or `type` says whether it is a host,
/// `name` or `label` is its name. Of the graph, `bits_per_second` is the rate of weight 1. A graph with edges
/// of both kinds is read as directed, its undirected edges as two arcs.
GraphFile parse_graphml(std::string_view text, std::string_view file);

/// GML (Himsolt, 1997), as NetworkX, Gephi and the Internet Topology Zoo write it. Names and attributes as in
/// GraphML.
GraphFile parse_gml(std::string_view text, std::string_view file);

/// BookSim's `network_file`: `router A router B [latency] node T ..`, links in both directions; a link may be
/// listed at one end or at both. Routers and nodes are numbered from 0 without gaps. Latencies are checked
/// and ignored.
GraphFile parse_anynet(std::string_view text, std::string_view file);

/// The cable list of a Cray XC (Aries): `tile color -> tile`, `unused` or `processor`, where a tile is
/// cX-YcCsSaAlTT(group:chassis:slot), TT octal. All 48 tiles of every router are listed, so every cable is
/// listed at both ends. Routers are numbered as they appear, each has 4 terminals, classes are the colors.
GraphFile parse_aries(std::string_view text, std::string_view file);
/// Whether the first line begins with a tile of such a list.
bool looks_like_aries(std::string_view text);
/// Whether each of the first lines has two words, or three of which the last is a number, in any form of an
/// edge list.
bool looks_like_edge_list(std::string_view text);

}  // namespace weft
