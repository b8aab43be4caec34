#include "weft/verb/route/by_tables.hpp"

#include <optional>
#include <vector>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/network/router_names.hpp"

namespace weft::verb {
namespace {

using routing::NextHop;

std::string title_of(NumberedFabric const& fabric, RouterId router) {
  return shown(fabric.fabric->devices[fabric.numbers.devices()[router.v]].title());
}

/// The port number of a channel at its source.
std::uint32_t port_of(NumberedFabric const& fabric, Network const& network, ChannelIndex channel) {
  auto const router = network.source(channel);
  auto const index = channel.v - network.channel(router, {0}).v;
  for (std::uint32_t p = 1; p <= fabric.numbers.num_ports(router.v); ++p)
    if (auto const& use = fabric.numbers.use(router.v, p);
        use.kind == PortUse::Kind::channel && use.index == index)
      return p;
  return 0;
}

std::string format_end(NextHop::End end) {
  switch (end) {
    case NextHop::End::dead_port: return "its table names a port without a cable";
    case NextHop::End::wrong_host: return "its table names the port of another end node";
    case NextHop::End::no_entry: break;
    case NextHop::End::arrives: break;
  }
  return "its table has no entry for the destination";
}

class RouteWalk {
 public:
  RouteWalk(routing::RoutingTables const& tables, NumberedFabric const& fabric, AnyTopology const& topology,
            Network const& network, LayoutParams const& layout)
      : tables_(tables),
        fabric_(fabric),
        topology_(topology),
        network_(network),
        layout_(topology.layout(layout)),
        labels_(topology) {}

  /// The hops from one terminal to another. `routers`: those of the path, that of the sender first. `fault`:
  /// why the packet does not arrive; empty if it does.
  Table walk(TerminalId from, TerminalId to, std::vector<std::uint32_t>& routers, std::string& fault) {
    Table table{"route",
                "Hop by hop",
                {{"hop"},
                 {"channel"},
                 {"from"},
                 {"port", "", "its output"},
                 {"to"},
                 {"from place"},
                 {"to place"},
                 {"cable", "m"},
                 {"SL", "", "service level"},
                 {"VL", "", "virtual lane of the hop"}},
                {}};
    auto const next = tables_.routes.to(to.v);
    auto at = topology_.injection_router(from);
    routers = {at.v};
    std::optional<ChannelIndex> last;
    for (;;) {
      auto const hop = next[at.v];
      if (!hop.is_channel()) {
        if (hop.end() != NextHop::End::arrives)
          fault = fmt::format("at switch '{}', {}", title_of(fabric_, at), format_end(hop.end()));
        return table;
      }
      if (table.rows.size() > network_.num_routers()) {
        fault = "its route has a loop";
        table.rows.resize(static_cast<std::size_t>(network_.num_routers()));
        routers.resize(table.rows.size() + 1);
        return table;
      }
      auto const lane = lane_of(from, to, last, hop.channel());
      add_hop(hop.channel(), lane, level_of(from, to), table);
      routers.push_back(network_.target(hop.channel()).v);
      if (lane && *lane == dropping_lane) {
        fault = fmt::format("switch '{}' drops it: its service level has lane 15", title_of(fabric_, at));
        return table;
      }
      last = hop.channel();
      at = network_.target(hop.channel());
    }
  }

 private:
  Value level_of(TerminalId from, TerminalId to) const {
    return tables_.lanes ? Value(unsigned{tables_.lanes->levels(from.v, to.v)}) : Value();
  }
  std::optional<std::uint8_t> lane_of(TerminalId from, TerminalId to, std::optional<ChannelIndex> last,
                                      ChannelIndex channel) const {
    if (!tables_.lanes) return {};
    auto const& [levels, lanes] = *tables_.lanes;
    auto const level = levels(from.v, to.v);
    return last ? lanes.after(*last, channel, level) : lanes.injected(from.v, channel, level);
  }
  void add_hop(ChannelIndex channel, std::optional<std::uint8_t> lane, Value level, Table& table) {
    auto const from = network_.source(channel), to = network_.target(channel);
    table.add_row({table.rows.size() + 1, network_.classes()[network_.class_of(channel).v].name,
                   labels_.cell(from), port_of(fabric_, network_, channel), labels_.cell(to),
                   title_of(fabric_, from), title_of(fabric_, to), layout_.length(from, to), std::move(level),
                   lane ? Value(unsigned{*lane}) : Value()});
  }

  routing::RoutingTables const& tables_;
  NumberedFabric const& fabric_;
  AnyTopology const& topology_;
  Network const& network_;
  Layout layout_;
  RouterLabels labels_;
};

}  // namespace

std::vector<std::uint32_t> add_route_by_tables(routing::RoutingTables const& tables,
                                               NumberedFabric const& fabric, AnyTopology const& topology,
                                               Network const& network, LayoutParams const& layout,
                                               TerminalId from, TerminalId to, Result& result) {
  std::string fault;
  std::vector<std::uint32_t> routers;
  result.tables.push_back(
      RouteWalk(tables, fabric, topology, network, layout).walk(from, to, routers, fault));
  result.notes = tables.notes;
  if (!fault.empty()) result.answer = "the packet does not arrive: " + fault;
  return routers;
}

}  // namespace weft::verb
