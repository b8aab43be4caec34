// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "weft/io/fabric/fabric.hpp"
#include "weft/io/graph/graph_format.hpp"
#include "weft/topology/channel_groups.hpp"
#include "weft/topology/shape/listed.hpp"

namespace weft::topology {

/// Meaning of the lines of a graph file.
enum class FileDirection { as_written, links, arcs };

}  // namespace weft::topology

namespace weft {
template <>
inline constexpr EnumValue<topology::FileDirection> enum_values<topology::FileDirection>[] = {
    {"file", topology::FileDirection::as_written,
     "as specified in the file; an edge list without header contains links"},
    {"links", topology::FileDirection::links, "each line is a link, with a channel in both directions"},
    {"arcs", topology::FileDirection::arcs, "each line is a channel from its first to its second vertex"}};
}  // namespace weft

namespace weft::topology {

/// A graph read from a file (see io/graph/graph_readers.hpp), possibly disconnected: a router per vertex, in
/// file order; weights are bandwidths.
class File : public Listed {
 public:
  struct Params {
    std::string path;
    GraphFormat format = GraphFormat::automatic;
    FileDirection direction = FileDirection::as_written;
    std::int64_t concentration = 1;
  };
  static constexpr std::string_view name = "file";
  static constexpr std::string_view doc =
      "Any graph read from a file: edge list, METIS, Chaco, GraphML, Matrix Market, BookSim's anynet, an "
      "InfiniBand fabric as printed by ibnetdiscover, Slurm's topology.conf or the cable list of a Cray "
      "XC. A "
      "router per vertex, in the order of the file; weights are bandwidths. The file may specify terminals "
      "(anynet, ibnetdiscover, slurm, aries, GraphML's and GML's node data `terminals`). Otherwise each "
      "router has "
      "`concentration`; in a file whose node data `kind` (or `type`) marks hosts, each host has one "
      "instead. Hosts do not "
      "forward packets. The graph may "
      "be disconnected. Channel classes: the classes in the file, else one, link.";
  static constexpr std::tuple schema{
      param("path", &Params::path, "path to the file"),
      param("format", &Params::format, "format of the file"),
      param("direction", &Params::direction, "meaning of the lines of the file"),
      param("concentration", &Params::concentration, Range{0, 65535},
            "terminals per router, unless the file specifies them"),
  };
  static constexpr bool needs_input = true;
  static constexpr std::string_view example = "file:path=test/data/graphs/petersen.graphml";

  explicit File(Params const& params);
  /// Uses a graph built by a program, with the name `text`, and `title` in titles. Throws InputError if the
  /// graph is too large to be numbered.
  File(GraphFile graph, std::string text, std::string title);
  /// Uses a fabric built by a program, with the names and ports of the fabric.
  File(Fabric fabric, std::string text, std::string title);
  /// Throws InputError if the path is empty or the file is in no format that can be read.
  static void check(Params const& params);
  static std::vector<Params> samples() { return {}; }

  Params const& params() const { return params_; }
  double bandwidth(RouterId r, PortId p) const { return groups_->all[group_of(r, p)].bandwidth; }
  /// Returns the channel groups of all classes; within a class, in ascending order of bandwidth.
  std::vector<ChannelGroup> const& groups() const { return groups_->all; }
  std::uint32_t group_of(RouterId r, PortId p) const {
    return groups_->of.empty() ? class_of(r, p).v : groups_->of[first_channel(r) + p.v];
  }
  /// Returns the bytes/s of a channel of bandwidth 1; 0 if the file does not specify rates.
  double unit_rate() const { return groups_->unit_rate; }
  std::vector<double> const& terminal_bandwidths() const { return groups_->terminals; }
  /// Returns whether the file specifies latencies of channels, as BookSim's anynet does.
  bool has_latencies() const { return !groups_->latencies.empty(); }
  /// Returns the latency of a channel in cycles. Requires has_latencies().
  std::uint16_t latency(RouterId r, PortId p) const { return groups_->latencies[first_channel(r) + p.v]; }
  std::vector<std::uint16_t> const& terminal_latencies() const { return groups_->terminal_latencies; }
  /// Returns the name of a graph built by a program, in full (`all`) or for titles; empty for a graph from a
  /// file.
  std::string const& text(bool all) const { return all ? text_ : title_; }
  /// Returns the fabric from which the topology was built (ibnetdiscover, slurm), with names and ports; null
  /// for other files.
  std::shared_ptr<Fabric const> const& fabric() const { return fabric_; }
  /// Returns the names of the vertices; empty if they are unnamed.
  std::vector<std::string> const& names() const { return *names_; }
  /// Returns the number of vertices that the file marks as computing nodes.
  std::uint64_t num_nodes() const { return num_nodes_; }
  bool is_node(RouterId r) const { return num_nodes_ > 0 && (*kinds_)[r.v] != FileVertex::router; }
  bool is_host(RouterId r) const { return num_nodes_ > 0 && (*kinds_)[r.v] == FileVertex::host; }
  static constexpr bool nodes_are_hosts = true;

 private:
  static NetworkFile read(Params const& params);
  File(Params const& params, NetworkFile content);

  Params params_;
  std::string text_ = {}, title_ = {};
  struct Groups {
    std::vector<ChannelGroup> all;
    std::vector<std::uint32_t> of;  // each channel by (router, port); empty: one group per class
    std::vector<double> terminals;
    double unit_rate = 0;
    std::vector<std::uint16_t> latencies;  // one per channel; empty: unspecified
    std::vector<std::uint16_t> terminal_latencies;
  };
  Groups groups_of(GraphFile const& graph) const;
  /// Calls visit(channel, link, is_back) for each channel, in the order of the list. Channels are numbered
  /// per router.
  template <class Visit>
  void for_each_channel(GraphFile const& graph, Visit visit) const;

  std::shared_ptr<Groups const> groups_;
  std::shared_ptr<std::vector<std::string> const> names_;
  std::shared_ptr<std::vector<FileVertex> const> kinds_;  // one per vertex, or empty
  std::uint64_t num_nodes_ = 0;
  std::shared_ptr<Fabric const> fabric_;
};

/// Returns the spec of a file; for a graph built by a program, its name, in full (`all`) or for titles.
Spec to_spec(File const& file, bool all = false);

}  // namespace weft::topology
