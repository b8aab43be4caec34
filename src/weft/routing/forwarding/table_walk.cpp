// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/forwarding/table_walk.hpp"

#include "weft/io/fabric/service_levels.hpp"

namespace weft::routing {
namespace {

TableWalk::End end_of(NextHop::End end) {
  switch (end) {
    case NextHop::End::arrives: return TableWalk::End::arrives;
    case NextHop::End::dead_port: return TableWalk::End::dead_port;
    case NextHop::End::wrong_host: return TableWalk::End::wrong_host;
    case NextHop::End::no_entry: break;
  }
  return TableWalk::End::no_entry;
}

}  // namespace

TableWalk walk_by_tables(RoutingTables const& tables, Network const& network, RouterId at, std::uint32_t from,
                         std::uint32_t to) {
  TableWalk walk;
  auto const next = tables.routes.to(to);
  auto const lane_of = [&](ChannelIndex channel) -> std::optional<std::uint8_t> {
    if (!tables.lanes) return {};
    auto const& [levels, lanes] = *tables.lanes;
    auto const level = levels(from, to);
    return walk.hops.empty() ? lanes.injected(from, channel, level)
                             : lanes.after(walk.hops.back().channel, channel, level);
  };
  auto const end_at = [&](TableWalk::End end) {
    walk.end = end;
    walk.router = at;
    return walk;
  };
  for (;;) {
    auto const hop = next[at.v];
    if (!hop.is_channel()) return end_at(end_of(hop.end()));
    if (walk.hops.size() == network.num_routers()) return end_at(TableWalk::End::loops);
    walk.hops.push_back({hop.channel(), lane_of(hop.channel())});
    if (walk.hops.back().lane == dropping_lane) return end_at(TableWalk::End::dropped);
    at = network.target(hop.channel());
  }
}

}  // namespace weft::routing
