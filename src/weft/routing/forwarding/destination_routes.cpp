// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/forwarding/destination_routes.hpp"

#include <algorithm>
#include <atomic>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/parallel.hpp"

namespace weft::routing {
namespace {

/// Returns the base LID of each port GUID that the tables contain.
std::unordered_map<std::uint64_t, std::uint16_t> lids_by_guid(ForwardingTables const& tables) {
  std::unordered_map<std::uint64_t, std::uint16_t> lids;
  for (std::size_t lid = 1; lid < tables.port_guid.size(); ++lid)
    if (tables.port_guid[lid] != 0) lids.emplace(tables.port_guid[lid], static_cast<std::uint16_t>(lid));
  return lids;
}

std::string name_of(Fabric const& fabric, FabricPort const& end) {
  return fmt::format("port {} of '{}'", end.port, shown(fabric.devices[end.device].title()));
}

/// Returns the LID of each end. `different` is incremented for each LID that differs from the LID in the
/// fabric.
std::vector<std::uint16_t> lids_of(Fabric const& fabric, std::span<FabricPort const> ends,
                                   ForwardingTables const& tables, std::uint64_t& different) {
  auto const by_guid = lids_by_guid(tables);
  std::vector<std::uint16_t> lids;
  std::unordered_map<std::uint16_t, std::size_t> owner;
  for (auto const& end : ends) {
    auto const found = by_guid.find(end.guid);
    bool const in_tables = end.guid != 0 && found != by_guid.end();
    auto const lid = in_tables ? found->second : end.lid;
    if (lid == 0)
      throw InputError(fmt::format("the LID of {} is unknown", name_of(fabric, end)),
                       "neither the tables nor the topology file contain it");
    if (in_tables && end.lid != 0 && lid != end.lid) ++different;
    if (auto const [other, is_new] = owner.emplace(lid, lids.size()); !is_new)
      throw InputError(fmt::format("LID {} of {} is also the LID of {}", lid, name_of(fabric, end),
                                   name_of(fabric, ends[other->second])));
    lids.push_back(lid);
  }
  return lids;
}

/// Returns the table of each router; null if it has none.
std::vector<SwitchTable const*> match_tables(NumberedFabric const& fabric, ForwardingTables const& tables,
                                             ForwardedRoutes& result) {
  std::unordered_map<std::uint64_t, SwitchTable const*> by_guid;
  for (auto const& table : tables.switches) by_guid.emplace(table.guid, &table);
  std::vector<SwitchTable const*> matched;
  for (auto const device : fabric.numbers.devices()) {
    auto const found = by_guid.find(fabric.fabric->devices[device].guid);
    matched.push_back(found == by_guid.end() ? nullptr : found->second);
    result.without_table += matched.back() == nullptr;
  }
  if (result.without_table == matched.size())
    throw InputError("no table belongs to a switch of this fabric",
                     "no switch GUID of the tables occurs in the fabric");
  result.unknown_tables = tables.switches.size() - (matched.size() - result.without_table);
  return matched;
}

void check_ports(NumberedFabric const& fabric, std::span<SwitchTable const* const> tables) {
  for (std::uint32_t r = 0; r < tables.size(); ++r) {
    if (tables[r] == nullptr) continue;
    for (std::size_t lid = 0; lid < tables[r]->port.size(); ++lid)
      if (auto const port = tables[r]->port[lid];
          port != SwitchTable::no_port && port > fabric.numbers.num_ports(r))
        throw InputError(fmt::format("the table of '{2}' uses port {0} for LID {1}", port, lid,
                                     shown(fabric.fabric->devices[fabric.numbers.devices()[r]].title())),
                         fmt::format("the switch has {} ports", fabric.numbers.num_ports(r)));
  }
}

NextHop next_hop(PortUse const& use, RouterId router, std::uint32_t end, std::uint32_t terminals,
                 Network const& network) {
  using enum NextHop::End;
  switch (use.kind) {
    case PortUse::Kind::nothing: break;
    case PortUse::Kind::terminal: return NextHop(use.index == end ? arrives : wrong_host);
    case PortUse::Kind::aggregation_node: return NextHop(terminals + use.index == end ? arrives : wrong_host);
    case PortUse::Kind::channel: {
      auto const channel = network.channel(router, {static_cast<std::uint16_t>(use.index)});
      if (!network.channel_failed(channel)) return NextHop(channel);
    }
  }
  return NextHop(dead_port);
}

}  // namespace

EndNodes end_nodes(NumberedFabric const& fabric, FabricEnds ends) {
  auto const& numbers = fabric.numbers;
  EndNodes result{.ports = numbers.terminals(), .router = {}, .router_port = {}};
  auto const terminals = result.ports.size();
  if (ends == FabricEnds::all)
    result.ports.insert(result.ports.end(), numbers.aggregation_nodes().begin(),
                        numbers.aggregation_nodes().end());
  result.router.resize(result.ports.size());
  result.router_port.resize(result.ports.size());
  for (std::uint32_t r = 0; r < numbers.devices().size(); ++r)
    for (std::uint32_t p = 1; p <= numbers.num_ports(r); ++p) {
      auto const& use = numbers.use(r, p);
      if (use.kind == PortUse::Kind::nothing || use.kind == PortUse::Kind::channel) continue;
      auto const end = use.index + (use.kind == PortUse::Kind::terminal ? 0 : terminals);
      if (end >= result.ports.size()) continue;
      result.router[end] = r;
      result.router_port[end] = static_cast<std::uint8_t>(p);
    }
  return result;
}

ForwardedRoutes forwarded_routes(NumberedFabric const& fabric, Network const& network,
                                 ForwardingTables const& tables, EndNodes const& ends) {
  auto const& numbers = fabric.numbers;
  auto const terminals = static_cast<std::uint32_t>(numbers.terminals().size());
  auto const routers = static_cast<std::uint32_t>(numbers.devices().size());
  ForwardedRoutes result{.routes = {routers, ends.router}, .lids = {}};
  auto const matched = match_tables(fabric, tables, result);
  check_ports(fabric, matched);
  result.lids = lids_of(*fabric.fabric, ends.ports, tables, result.different_lids);
  parallel_for(ends.ports.size(), [&](std::size_t task, unsigned) {
    auto const end = static_cast<std::uint32_t>(task);
    auto next = result.routes.to(end);
    for (std::uint32_t r = 0; r < routers; ++r) {
      auto const port =
          matched[r] == nullptr ? SwitchTable::no_port : matched[r]->output_port(result.lids[end]);
      if (port == 0)
        next[r] = NextHop(NextHop::End::wrong_host);
      else if (port != SwitchTable::no_port)
        next[r] = next_hop(numbers.use(r, port), {r}, end, terminals, network);
    }
  });
  return result;
}

namespace {

DestinationTree::RouteStatus to_status(NextHop hop) {
  switch (hop.end()) {
    case NextHop::End::arrives: return DestinationTree::RouteStatus::arrives;
    case NextHop::End::dead_port: return DestinationTree::RouteStatus::dead_port;
    case NextHop::End::wrong_host: return DestinationTree::RouteStatus::wrong_host;
    case NextHop::End::no_entry: break;
  }
  return DestinationTree::RouteStatus::no_entry;
}

}  // namespace

void DestinationTree::follow(std::span<NextHop const> next, Network const& network) {
  std::ranges::fill(status_, RouteStatus::unknown);
  for (std::uint32_t r = 0; r < status_.size(); ++r) follow_from(r, next, network);
  sort_by_depth();
}

void DestinationTree::follow_from(std::uint32_t router, std::span<NextHop const> next,
                                  Network const& network) {
  path_.clear();
  while (status_[router] == RouteStatus::unknown) {
    path_.push_back(router);
    status_[router] = RouteStatus::on_path;
    if (!next[router].is_channel()) {
      status_[router] = to_status(next[router]);
      depth_[router] = 0;
      path_.pop_back();
      break;
    }
    router = network.target(next[router].channel()).v;
  }
  if (path_.empty()) return;
  bool const loops = status_[router] == RouteStatus::on_path;
  auto const status = loops ? RouteStatus::loops : status_[router];
  auto depth = loops ? 0 : depth_[router];
  for (; !path_.empty(); path_.pop_back()) {
    status_[path_.back()] = status;
    depth_[path_.back()] = ++depth;
  }
}

void DestinationTree::sort_by_depth() {
  first_.clear();
  arriving_ = 0;
  for (std::uint32_t r = 0; r < status_.size(); ++r) {
    if (status_[r] != RouteStatus::arrives) continue;
    ++arriving_;
    if (depth_[r] >= first_.size()) first_.resize(depth_[r] + std::size_t{1}, 0);
    ++first_[depth_[r]];
  }
  std::uint32_t before = 0;
  for (auto depth = first_.size(); depth-- > 0;) before += std::exchange(first_[depth], before);
  for (std::uint32_t r = 0; r < status_.size(); ++r)
    if (status_[r] == RouteStatus::arrives) order_[first_[depth_[r]]++] = r;
}

}  // namespace weft::routing
