// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "weft/graph/graph_file.hpp"

/// One reader per format. Each throws InputError at file:line:column for malformed text.
namespace weft {

/// Parses lines `a b [weight]`, one per link, separated by blanks, tabs, commas or semicolons, or in the
/// forms of python_edge.hpp; `#` and `%` begin comments. A first line of column names (source target, from
/// to) is skipped. If all ends are whole numbers, these are the vertices, counted from 0 if 0 occurs and from
/// 1 otherwise, and then also their names; if not, ends are names, numbered in order of appearance. A comment
/// `# graph: N vertices, directed|undirected`, as Weft writes it, specifies the number of vertices, counted
/// from 0; without the comment, links are undirected.
GraphFile parse_edge_list(std::string_view text, std::string_view file);

/// Parses METIS (METIS 5 manual, section 4.1.1) and Chaco, which also allows fractional weights. Sizes and
/// weights of vertices are checked and ignored. Every edge must be in the lists of both ends, with equal
/// weights. Loops are invalid. The names of the vertices are their numbers, from 1.
GraphFile parse_metis(std::string_view text, std::string_view file, bool whole_weights);

/// Parses matrices in coordinate and array format: `general` (arcs, row to column) and `symmetric` (links,
/// lower triangle), with fields pattern, integer and real (weights). NIST, The Matrix Market exchange formats
/// (Boisvert, Pozo, Remington, 1996). The names of the vertices are their numbers, from 1.
GraphFile parse_matrix_market(std::string_view text, std::string_view file);

/// Parses GraphML (graphml.graphdrawing.org): one graph, not nested, without hyperedges. Edge attributes: any
/// name in `rate_names` (link_rates.hpp) is the weight, `class` is the channel class. Node attributes:
/// `terminals` is the number of terminals, `terminal_bandwidths` the list of their bandwidths, `kind` or
/// `type` whether the node is a host, `name` or `label` its name. Graph attribute: `bits_per_second` is the
/// rate of weight 1. A graph with both directed and undirected edges is read as directed, with two arcs for
/// each undirected edge.
GraphFile parse_graphml(std::string_view text, std::string_view file);

/// Parses GML (Himsolt, 1997), as written by NetworkX, Gephi and the Internet Topology Zoo. Names and
/// attributes as in GraphML.
GraphFile parse_gml(std::string_view text, std::string_view file);

/// Parses BookSim's `network_file`: `router A router B [latency] node T ..`. Links have both directions and
/// may be listed at one end or at both. Routers and nodes are numbered from 0 without gaps.
GraphFile parse_anynet(std::string_view text, std::string_view file);

/// Parses the cable list of a Cray XC (Aries): `tile color -> tile`, `unused` or `processor`, where a tile is
/// cX-YcCsSaAlTT(group:chassis:slot), TT octal. All 48 tiles of every router are listed, so each cable is
/// listed at both ends. Routers are numbered in order of appearance and have 4 terminals each; classes are
/// the colors.
GraphFile parse_aries(std::string_view text, std::string_view file);
/// Returns whether the first line begins with a tile of an Aries cable list.
bool looks_like_aries(std::string_view text);
/// Returns whether each of the first lines has the form of a line of an edge list: two words, or three with a
/// number as the last one.
bool looks_like_edge_list(std::string_view text);

}  // namespace weft
