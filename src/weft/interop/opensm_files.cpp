// SPDX-License-Identifier: Apache-2.0
#include "weft/interop/opensm_files.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/parallel.hpp"
#include "weft/io/fabric/cable_ends.hpp"
#include "weft/io/fabric/forwarding_tables.hpp"
#include "weft/io/fabric/qos_policy.hpp"

namespace weft {

using routing::NextHop;

OpensmFiles::OpensmFiles(NumberedFabric const& fabric, Network const& network,
                         routing::RoutingTables const& tables)
    : fabric_(fabric),
      network_(network),
      tables_(tables),
      routers_(static_cast<std::uint32_t>(network.num_routers())),
      ends_(tables.routes.num_ends()),
      lids_(std::size_t{ends_} + routers_),
      end_at_(routers_, ends_) {
  check_guids();
  lids_of_fabric_ = take_lids_of_fabric();
  if (!lids_of_fabric_) number_lids();
  list_owners();
  for (std::uint32_t end = ends_; end-- > 0;) end_at_[tables_.routes.router(end)] = end;
  fill_ports_of_channels();
  find_unrouted_ends();
  route_to_switches();
  used_levels_ = find_levels();
}

void OpensmFiles::check_guids() const {
  auto const reject = [&](Device const& device) {
    throw InputError(fmt::format("'{}' has no GUID", shown(device.title())),
                     "OpenSM identifies ports by their GUIDs");
  };
  for (std::uint32_t r = 0; r < routers_; ++r)
    if (device(r).guid == 0) reject(device(r));
  for (auto const& port : tables_.ends.ports)
    if (port.guid == 0) reject(fabric_.fabric->devices[port.device]);
}

bool OpensmFiles::take_lids_of_fabric() {
  for (std::uint32_t end = 0; end < ends_; ++end)
    lids_[end] = {tables_.ends.ports[end].lid, tables_.ends.ports[end].lmc};
  for (std::uint32_t r = 0; r < routers_; ++r) lids_[ends_ + r] = {device(r).lid, device(r).lmc};
  auto sorted = lids_;
  std::ranges::sort(sorted, {}, &LidRange::first);
  has_lids_ = !sorted.empty() && sorted.back().first != 0;
  std::uint32_t next = 1;
  for (auto const& range : sorted) {
    if (range.first < next) return false;
    next = range.first + (1U << range.lmc);
  }
  return next <= max_lids + 1;
}

void OpensmFiles::number_lids() {
  if (lids_.size() > max_lids)
    throw InputError(fmt::format("too many ports and switches: {}", lids_.size()),
                     fmt::format("InfiniBand has {} LIDs", max_lids));
  for (std::size_t i = 0; i < lids_.size(); ++i) lids_[i] = {static_cast<std::uint16_t>(i + 1), 0};
}

void OpensmFiles::list_owners() {
  std::vector<std::uint32_t> order(lids_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](auto i) { return lids_[i].first; });
  for (auto const i : order) {
    auto const& of = i < ends_ ? fabric_.fabric->devices[tables_.ends.ports[i].device] : device(i - ends_);
    LidOwner owner{lids_[i].first, of.kind, i < ends_ ? tables_.ends.ports[i].guid : of.guid, of.description};
    for (std::uint32_t n = 0; n < 1U << lids_[i].lmc; ++n, ++owner.lid) {
      owners_.push_back(owner);
      owner_.push_back(i);
    }
  }
}

void OpensmFiles::fill_ports_of_channels() {
  port_of_channel_.resize(static_cast<std::size_t>(network_.num_channels()));
  for (std::uint32_t r = 0; r < routers_; ++r)
    for (std::uint32_t port = 1; port <= fabric_.numbers.num_ports(r); ++port)
      if (auto const& use = fabric_.numbers.use(r, port); use.kind == PortUse::Kind::channel)
        port_of_channel_[network_.channel(RouterId{r}, PortId{static_cast<std::uint16_t>(use.index)}).v] =
            static_cast<std::uint8_t>(port);
}

void OpensmFiles::find_unrouted_ends() {
  unrouted_.resize(ends_);
  for (std::uint32_t end = 0; end < ends_; ++end)
    unrouted_[end] =
        std::ranges::none_of(tables_.routes.to(end), [](auto hop) { return hop.is_channel(); }) &&
        routers_ > 1;
}

void OpensmFiles::route_to_switches() {
  to_switch_.resize(routers_);
  parallel_for(routers_, [&](std::size_t target, unsigned) {
    throw_if_interrupted();
    to_switch_[target] = ports_to_switch(static_cast<std::uint32_t>(target));
  });
}

/// Returns the output port of each router towards the target: from the routes to an end node at the target if
/// they exist, else from a breadth-first tree.
OpensmFiles::Ports OpensmFiles::ports_to_switch(std::uint32_t target) const {
  Ports ports(routers_, SwitchTable::no_port);
  ports[target] = 0;
  std::vector<std::uint32_t> reached{target};
  auto const reach = [&](ChannelIndex channel) {
    auto const router = network_.source(channel).v;
    if (ports[router] != SwitchTable::no_port || network_.channel_failed(channel)) return;
    ports[router] = port_of_channel_[channel.v];
    reached.push_back(router);
  };
  auto const for_each_incoming = [&](std::uint32_t router, auto const& visit) {
    for (std::uint16_t p = 0; p < network_.in_degree(RouterId{router}); ++p)
      visit(network_.incoming(RouterId{router}, PortId{p}));
  };
  if (end_at_[target] != ends_) {
    auto const next = tables_.routes.to(end_at_[target]);
    for (std::size_t i = 0; i < reached.size(); ++i)
      for_each_incoming(reached[i], [&](ChannelIndex channel) {
        if (next[network_.source(channel).v] == NextHop(channel)) reach(channel);
      });
  }
  for (std::size_t i = 0; i < reached.size(); ++i) for_each_incoming(reached[i], reach);
  return ports;
}

std::uint8_t OpensmFiles::port_at(std::uint32_t router, std::uint32_t owner) const {
  if (owner >= ends_) return to_switch_[owner - ends_][router];
  auto const hop = tables_.routes.to(owner)[router];
  if (hop.is_channel()) return port_of_channel_[hop.channel().v];
  if (hop.end() == NextHop::End::arrives) return tables_.ends.router_port[owner];
  bool const is_open = end_at_[router] == ends_ || unrouted_[owner];
  if (hop.end() != NextHop::End::no_entry || !is_open) return SwitchTable::no_port;
  return to_switch_[tables_.routes.router(owner)][router];
}

std::vector<std::string> OpensmFiles::write_netlist(std::function<void(std::string_view)> const& take) const {
  auto fabric = without_failed(fabric_, network_);
  for (std::uint32_t r = 0; r < routers_; ++r) {
    auto& device = fabric.devices[fabric_.numbers.devices()[r]];
    device.lid = lids_[ends_ + r].first;
    device.lmc = lids_[ends_ + r].lmc;
  }
  std::vector<std::pair<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t>> ends;
  for (std::uint32_t end = 0; end < ends_; ++end)
    ends.push_back({{tables_.ends.ports[end].device, tables_.ends.ports[end].port}, end});
  std::ranges::sort(ends);
  for (auto& cable : fabric.cables)
    for (auto* const port : {&cable.a, &cable.b}) {
      auto const key = std::pair(port->device, port->port);
      auto const found = std::ranges::lower_bound(ends, key, {}, [](auto const& end) { return end.first; });
      if (found == ends.end() || found->first != key) continue;
      port->lid = lids_[found->second].first;
      port->lmc = lids_[found->second].lmc;
    }
  return weft::write_netlist(fabric, take);
}

void OpensmFiles::write_tables(std::function<void(std::string_view)> const& take) const {
  std::vector<std::uint32_t> order(routers_);
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](auto r) { return device(r).guid; });
  ForwardingTablesWriter writer(owners_, take);
  Ports ports(owners_.size());
  for (auto const r : order) {
    throw_if_interrupted();
    for (std::size_t i = 0; i < ports.size(); ++i) ports[i] = port_at(r, owner_[i]);
    writer.write({lids_[ends_ + r].first, DeviceKind::fabric_switch, device(r).guid, device(r).description},
                 ports);
  }
}

void OpensmFiles::write_policy(std::function<void(std::string_view)> const& take) const {
  std::vector<std::uint64_t> guids;
  for (auto const& port : tables_.ends.ports) guids.push_back(port.guid);
  write_qos_policy(
      guids, [&](auto from, auto to) { return tables_.lanes->levels(from, to); }, take);
}

std::string OpensmFiles::start_command(std::string_view tables_name, std::string_view policy_name) const {
  auto command = fmt::format("opensm -R file -U {}", tables_name);
  if (has_levels()) command += fmt::format(" -Q -Y {}", policy_name);
  return command;
}

/// Returns the number of missing rows for end nodes.
std::uint64_t OpensmFiles::missing_rows() const {
  std::uint64_t missing = 0;
  for (std::uint32_t end = 0; end < ends_; ++end)
    for (std::uint32_t r = 0; r < routers_; ++r) missing += port_at(r, end) == SwitchTable::no_port;
  return missing;
}

std::uint32_t OpensmFiles::find_levels() const {
  if (!tables_.lanes) return 1;
  std::uint32_t used = 0;
  InterruptCheck check_for_interrupt;
  for (std::uint32_t from = 0; from < ends_; ++from)
    for (std::uint32_t to = 0; to < ends_; ++to) {
      check_for_interrupt();
      if (from != to) used |= 1U << tables_.lanes->levels(from, to);
    }
  return used;
}

/// Returns whether the lanes equal the lanes that OpenSM assigns: the service level modulo the number of
/// lanes of the cable.
bool OpensmFiles::lanes_follow_levels() const {
  routing::Lanes const usual(fabric_, network_, tables_.ends, {});
  for (std::uint32_t c = 0; c < network_.num_channels(); ++c) {
    auto const through = network_.target(ChannelIndex{c});
    for (std::uint16_t p = 0; p < network_.degree(through); ++p)
      for (std::uint8_t level = 0; level < num_service_levels; ++level)
        if (auto const to = network_.channel(through, PortId{p});
            (used_levels_ >> level & 1) != 0 &&
            tables_.lanes->lanes.after({c}, to, level) != usual.after({c}, to, level))
          return false;
  }
  return true;
}

std::vector<std::string> OpensmFiles::notes() const {
  std::vector<std::string> notes;
  if (has_lids_ && !lids_of_fabric_)
    notes.emplace_back(
        "the LIDs of the fabric are incomplete or not distinct: Weft assigned new ones, and OpenSM finds "
        "ports by their GUIDs");
  if (auto const missing = missing_rows(); missing > 0)
    notes.push_back(fmt::format("switches without a route to an end node: {} rows are omitted", missing));
  if (auto const open = std::ranges::count(unrouted_, true); open > 0)
    notes.push_back(fmt::format(
        "end nodes without paths of the routing get shortest paths on service level 0: {}", open));
  if (!tables_.lanes)
    notes.emplace_back(
        "packets of this routing change their virtual channel along the path, which OpenSM does not "
        "support: here they "
        "stay in one lane, so the network may deadlock");
  else if (!lanes_follow_levels())
    notes.emplace_back(
        "the SL2VL tables are omitted, because OpenSM does not accept any: it maps each service level to the "
        "lane of that number, so check again whether the network can deadlock");
  return notes;
}

}  // namespace weft
