#include "weft/verb/route/by_tables.hpp"

#include <vector>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/network/router_names.hpp"
#include "weft/routing/forwarding/table_walk.hpp"

namespace weft::verb {
namespace {

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

/// Why a packet does not arrive; empty if it does.
std::string fault_of(routing::TableWalk const& walk, NumberedFabric const& fabric) {
  using End = routing::TableWalk::End;
  if (walk.end == End::arrives) return {};
  if (walk.end == End::loops) return "its route has a loop";
  auto const title = title_of(fabric, walk.router);
  if (walk.end == End::dropped)
    return fmt::format("switch '{}' drops it: its service level has lane 15", title);
  return fmt::format("at switch '{}', {}", title,
                     walk.end == End::dead_port    ? "its table names a port without a cable"
                     : walk.end == End::wrong_host ? "its table names the port of another end node"
                                                   : "its table has no entry for the destination");
}

}  // namespace

std::vector<std::uint32_t> add_route_by_tables(routing::RoutingTables const& tables,
                                               NumberedFabric const& fabric, AnyTopology const& topology,
                                               Network const& network, LayoutParams const& layout,
                                               TerminalId from, TerminalId to, Result& result) {
  auto const start = topology.injection_router(from);
  auto const walk = routing::walk_by_tables(tables, network, start, from.v, to.v);
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
  auto const lengths = topology.layout(layout);
  RouterLabels labels(topology);
  auto const level = tables.lanes ? Value(unsigned{tables.lanes->levels(from.v, to.v)}) : Value();
  std::vector<std::uint32_t> routers{start.v};
  for (auto const& [channel, lane] : walk.hops) {
    auto const at = network.source(channel), next = network.target(channel);
    table.add_row({routers.size(), network.classes()[network.class_of(channel).v].name, labels.cell(at),
                   port_of(fabric, network, channel), labels.cell(next), title_of(fabric, at),
                   title_of(fabric, next), lengths.length(at, next), level,
                   lane ? Value(unsigned{*lane}) : Value()});
    routers.push_back(next.v);
  }
  result.tables.push_back(std::move(table));
  result.notes = tables.notes;
  if (auto const fault = fault_of(walk, fabric); !fault.empty())
    result.answer = "the packet does not arrive: " + fault;
  return routers;
}

}  // namespace weft::verb
