// SPDX-License-Identifier: Apache-2.0
#include "weft/interop/simgrid_platform.hpp"

#include "weft/io/text_sink.hpp"

namespace weft {
namespace {

class Platform {
 public:
  Platform(GraphFile const& graph, SimgridUnits const& units, TextSink& out)
      : units_(units), unit_(graph.rate > 0 ? graph.rate / 8 : units.bandwidth), out_(out) {}

  void hosts(GraphFile const& graph) {
    for (std::uint64_t v = 0; v < graph.vertices; ++v) out_.print("    <router id=\"r{}\"/>\n", v);
    std::uint64_t host = 0;
    for (auto const count : graph.terminals)
      for (std::uint32_t i = 0; i < count; ++i)
        out_.print("    <host id=\"h{}\" speed=\"{}f\"/>\n", host++, units_.speed);
    auto const& weights = graph.terminal_weights;
    for (std::uint64_t e = 0; e < host; ++e) link('t', e, weights.empty() ? 1 : weights[e], true);
  }

  void link(char kind, std::uint64_t number, double weight, bool both) {
    out_.print("    <link id=\"{}{}\" bandwidth=\"{}Bps\" latency=\"{}s\" sharing_policy=\"{}\"/>\n", kind,
               number, weight * unit_, units_.latency, both ? "SPLITDUPLEX" : "SHARED");
  }

  /// Writes the route over one link to router `to` from its neighbor, whose name is `from_kind` and `from`;
  /// if `both`, also the route back.
  void routes(char from_kind, std::uint64_t from, std::uint64_t to, char kind, std::uint64_t number,
              bool both) {
    out_.print("    <route src=\"{}{}\" dst=\"r{}\" symmetrical=\"NO\"><link_ctn id=\"{}{}\"{}/></route>\n",
               from_kind, from, to, kind, number, both ? " direction=\"UP\"" : "");
    if (both)
      out_.print(
          "    <route src=\"r{}\" dst=\"{}{}\" symmetrical=\"NO\"><link_ctn id=\"{}{}\" "
          "direction=\"DOWN\"/></route>\n",
          to, from_kind, from, kind, number);
  }

 private:
  SimgridUnits const& units_;
  double unit_;  // in bytes/s, of weight 1
  TextSink& out_;
};

}  // namespace

std::string simgrid_head(std::string_view routing) {
  return fmt::format(
      "<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
      "<platform version=\"4.1\">\n  <zone id=\"weft\" routing=\"{}\">\n",
      routing);
}

std::vector<std::string> write_simgrid_platform(GraphFile const& graph, SimgridUnits const& units,
                                                std::function<void(std::string_view)> const& take) {
  auto const simple = simplified(graph, false, false);
  auto const& links = simple.graph.links;
  bool const both = !graph.directed;
  TextSink out(take);
  Platform platform(graph, units, out);
  out.print("{}", simgrid_head("Dijkstra"));
  platform.hosts(graph);
  for (std::size_t i = 0; i < links.size(); ++i) platform.link('l', i, links[i].weight, both);
  std::uint64_t host = 0;
  for (std::size_t v = 0; v < graph.terminals.size(); ++v)
    for (std::uint32_t i = 0; i < graph.terminals[v]; ++i, ++host)
      platform.routes('h', host, v, 't', host, true);
  for (std::size_t i = 0; i < links.size(); ++i) platform.routes('r', links[i].a, links[i].b, 'l', i, both);
  out.print("{}", simgrid_tail);
  out.finish();
  std::vector<std::string> notes;
  if (has_latencies(graph))
    notes.push_back("without the latencies of the file, which are in cycles: latency= is used");
  if (simple.loops > 0) notes.push_back(fmt::format("without {} loops", simple.loops));
  if (simple.parallel > 0)
    notes.push_back(fmt::format("{} parallel links merged, bandwidths added", simple.parallel));
  return notes;
}

void write_simgrid_routes(Network const& network, SimgridUnits const& units,
                          std::function<std::vector<TerminalRoute>(TerminalId)> const& routes_from,
                          std::function<void(std::string_view)> const& take) {
  TextSink out(take);
  auto const unit = network.unit_rate(units.bandwidth);
  auto const link = [&](char kind, std::uint64_t number, double weight) {
    out.print("    <link id=\"{}{}\" bandwidth=\"{}Bps\" latency=\"{}s\"/>\n", kind, number, weight * unit,
              units.latency);
  };
  out.print("{}", simgrid_head("Full"));
  auto const terminals = static_cast<std::uint32_t>(network.num_terminals());
  for (std::uint32_t e = 0; e < terminals; ++e)
    out.print("    <host id=\"h{}\" speed=\"{}f\"/>\n", e, units.speed);
  for (std::uint32_t e = 0; e < terminals; ++e) {
    link('i', e, network.terminal_bandwidth({e}));
    link('o', e, network.terminal_bandwidth({e}));
  }
  for (std::uint32_t c = 0; c < network.num_channels(); ++c) link('c', c, network.bandwidth({c}));
  for (std::uint32_t from = 0; from < terminals; ++from)
    for (auto const& [to, channels] : routes_from({from})) {
      out.print("    <route src=\"h{}\" dst=\"h{}\" symmetrical=\"NO\"><link_ctn id=\"i{}\"/>", from, to.v,
                from);
      for (auto const channel : channels) out.print("<link_ctn id=\"c{}\"/>", channel.v);
      out.print("<link_ctn id=\"o{}\"/></route>\n", to.v);
    }
  out.print("{}", simgrid_tail);
  out.finish();
}

}  // namespace weft
