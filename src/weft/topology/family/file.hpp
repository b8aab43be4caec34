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

/// The meaning of the lines of a graph file.
enum class FileDirection { as_written, links, arcs };

}  // namespace weft::topology

namespace weft {
template <>
inline constexpr EnumValue<topology::FileDirection> enum_values<topology::FileDirection>[] = {
    {"file", topology::FileDirection::as_written,
     "as the file says; an edge list without header holds links"},
    {"links", topology::FileDirection::links, "each a channel in both directions"},
    {"arcs", topology::FileDirection::arcs, "each a channel from its first to its second vertex"}};
}  // namespace weft

namespace weft::topology {

/// Any graph read from a file, see io/graph/graph_readers.hpp: a router per vertex, in their order; weights
/// are bandwidths. It need not be connected.
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
      "InfiniBand fabric as ibnetdiscover prints it, Slurm's topology.conf or the cable list of a Cray XC. A "
      "router per vertex, in the order of the file; weights are bandwidths. The terminals are those of the file "
      "(anynet, ibnetdiscover, slurm, aries, GraphML's and GML's node data `terminals`). If the file does not mention terminals, each router has "
      "`concentration`; a file whose node data `kind` (or `type`) names hosts gives one to each host instead. Hosts forward "
      "nothing. The graph need "
      "not be connected. Channel classes: those of the file, else one, link.";
  static constexpr std::tuple schema{
      param("path", &Params::path, "the file; there is no default"),
      param("format", &Params::format, "format of the file"),
      param("direction", &Params::direction, "what the lines of the file mean"),
      param("concentration", &Params::concentration, Range{0, 65535},
            "terminals per router, if the file does not say"),
  };
  static constexpr bool needs_input = true;
  static constexpr std::string_view example = "file:path=test/data/graphs/petersen.graphml";

  explicit File(Params const& params);
  /// A graph that a program has built, named `text`, in titles `title`. Throws InputError for a size that
  /// cannot be numbered.
  File(GraphFile graph, std::string text, std::string title);
  /// A fabric that a program has built, with its names and ports.
  File(Fabric fabric, std::string text, std::string title);
  /// Refuses an empty path and a format that cannot be read.
  static void check(Params const& params);
  static std::vector<Params> samples() { return {}; }

  Params const& params() const { return params_; }
  double bandwidth(RouterId r, PortId p) const { return groups_->all[group_of(r, p)].bandwidth; }
  /// The channels of each class by ascending bandwidth.
  std::vector<ChannelGroup> const& groups() const { return groups_->all; }
  std::uint32_t group_of(RouterId r, PortId p) const {
    return groups_->of.empty() ? class_of(r, p).v : groups_->of[first_channel(r) + p.v];
  }
  /// Bytes/s of a channel of bandwidth 1; 0: the file states no rates.
  double unit_rate() const { return groups_->unit_rate; }
  std::vector<double> const& terminal_bandwidths() const { return groups_->terminals; }
  /// Whether the file states latencies of channels, as BookSim's anynet does.
  bool states_latencies() const { return !groups_->latencies.empty(); }
  /// Cycles from one end of a channel to the other. Only if states_latencies().
  std::uint16_t latency(RouterId r, PortId p) const { return groups_->latencies[first_channel(r) + p.v]; }
  std::vector<std::uint16_t> const& terminal_latencies() const { return groups_->terminal_latencies; }
  /// The name of a graph built by a program, in full or in titles; empty for one from a file.
  std::string const& text(bool all) const { return all ? text_ : title_; }
  /// The fabric that it was made of (ibnetdiscover, slurm), with names and ports; null for other files.
  std::shared_ptr<Fabric const> const& fabric() const { return fabric_; }
  /// The names of the vertices; empty where they have none.
  std::vector<std::string> const& names() const { return *names_; }
  /// The vertices that the file calls computing nodes.
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
    std::vector<std::uint16_t> latencies;  // of each channel; empty: not stated
    std::vector<std::uint16_t> terminal_latencies;
  };
  Groups groups_of(GraphFile const& graph) const;
  /// Calls visit(channel, link, is_back) for each channel, numbered per router, in the order of the list.
  template <class Visit>
  void for_each_channel(GraphFile const& graph, Visit visit) const;

  std::shared_ptr<Groups const> groups_;
  std::shared_ptr<std::vector<std::string> const> names_;
  std::shared_ptr<std::vector<FileVertex> const> kinds_;  // of no vertex or of each
  std::uint64_t num_nodes_ = 0;
  std::shared_ptr<Fabric const> fabric_;
};

/// The spec of a graph built by a program is its text or title.
Spec to_spec(File const& file, bool all = false);

}  // namespace weft::topology
