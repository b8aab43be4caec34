// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/graph/graph_file.hpp"
#include "weft/io/fabric/fabric.hpp"

namespace weft {

/// File formats of graphs.
enum class GraphFormat {
  automatic,
  edge_list,
  metis,
  chaco,
  graphml,
  gml,
  matrix_market,
  anynet,
  ibnetdiscover,
  opensm,
  slurm,
  aries,
  dot,
  json,
  simgrid
};

template <>
inline constexpr EnumValue<GraphFormat> enum_values<GraphFormat>[] = {
    {"auto", GraphFormat::automatic,
     "detected from the content of the file, or from the extension if "
     "several formats fit"},
    {"edge_list", GraphFormat::edge_list,
     "a line `a b [weight]` per link, separated by spaces or commas (.txt, .csv, .tsv, .edges)"},
    {"metis", GraphFormat::metis, "METIS: each line lists the neighbors of a vertex (.graph, .metis)"},
    {"chaco", GraphFormat::chaco, "Chaco: METIS with weights that may be fractions (.chaco)"},
    {"graphml", GraphFormat::graphml, "GraphML, an XML format for graphs (.graphml)"},
    {"gml", GraphFormat::gml,
     "GML, as NetworkX, Gephi and the Internet Topology Zoo write it (.gml); read-only"},
    {"matrix_market", GraphFormat::matrix_market,
     "the adjacency matrix in the coordinate format of Matrix Market (.mtx)"},
    {"anynet", GraphFormat::anynet, "a BookSim network file (.anynet)"},
    {"ibnetdiscover", GraphFormat::ibnetdiscover,
     "an InfiniBand fabric as ibnetdiscover prints it, also with -p, as ibsim reads it, or as OpenSM's "
     "opensm-subnet.lst (.ibnet, .topo, .net, .lst); written as a netlist of ibsim"},
    {"opensm", GraphFormat::opensm,
     "a folder with forwarding tables for OpenSM, and the matching netlist; write-only"},
    {"slurm", GraphFormat::slurm,
     "Slurm's topology.conf, a tree of switches with the names of nodes, or the output of `scontrol show topology` "
     "(.conf)"},
    {"aries", GraphFormat::aries, "the cable list of a Cray XC (.aries); read-only"},
    {"dot", GraphFormat::dot, "Graphviz (.dot, .gv); write-only"},
    {"json", GraphFormat::json, "node-link JSON of networkx and d3 (.json); write-only"},
    {"simgrid", GraphFormat::simgrid, "platform XML of SimGrid (.xml); write-only"}};

std::string_view format_name(GraphFormat format);
std::vector<std::string> readable_formats();
std::vector<std::string> writable_formats();

/// Returns the format that the beginning of `text` identifies; nullopt for edge lists, METIS, Chaco and
/// unknown formats.
std::optional<GraphFormat> format_by_mark(std::string_view text);
/// Returns METIS or Chaco if the text satisfies all rules of the format, which no edge list does: the counts
/// in the first line, and each edge in the lists of both ends.
std::optional<GraphFormat> format_by_lists(std::string_view text);
/// Returns the result of format_by_mark(), or else the result of format_by_lists().
std::optional<GraphFormat> format_by_content(std::string_view text);
/// Returns the format for the extension of a file name, ignoring a final .gz or .xz.
std::optional<GraphFormat> format_by_extension(std::filesystem::path const& path);
/// Parses a graph in the given format; `file`: name for error messages. Throws InputError at file:line:column
/// for malformed text. Allocates at most a small multiple of the size of the text.
GraphFile parse_graph(std::string_view text, std::string_view file, GraphFormat format);
GraphFile read_graph(std::filesystem::path const& path, GraphFormat format);

/// A graph and the fabric from which it was made, with the names and identifiers of its parts; `fabric` is
/// null for formats without them.
struct NetworkFile {
  GraphFile graph;
  std::shared_ptr<Fabric const> fabric = {};
};
NetworkFile read_network(std::filesystem::path const& path, GraphFormat format);

/// Writes the graph to `take`, piece by piece. Omits the parts that the format does not support and returns a
/// sentence about each. Does not support `simgrid`, `slurm` and `ibnetdiscover`, which have separate writers.
std::vector<std::string> write_graph(GraphFile const& graph, GraphFormat format,
                                     std::function<void(std::string_view)> const& take);

}  // namespace weft
