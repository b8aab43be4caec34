// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/forwarding/routing_tables.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <utility>

namespace weft::routing {
namespace {

/// Switch ports at the source and the target of each channel, and its data lanes.
struct ChannelPorts {
  std::vector<std::uint8_t> out, in;  // at the source, at the target
  std::vector<std::uint8_t> data_lanes;
};

ChannelPorts ports_of_channels(NumberedFabric const& fabric, Network const& network) {
  auto const channels = network.num_channels();
  ChannelPorts ports{std::vector<std::uint8_t>(channels), std::vector<std::uint8_t>(channels),
                     std::vector<std::uint8_t>(channels)};
  auto const& numbers = fabric.numbers;
  for (std::uint32_t r = 0; r < numbers.devices().size(); ++r)
    for (std::uint32_t p = 1; p <= numbers.num_ports(r); ++p) {
      auto const& use = numbers.use(r, p);
      if (use.kind != PortUse::Kind::channel) continue;
      auto const channel = network.channel({r}, {static_cast<std::uint16_t>(use.index)});
      ports.out[channel.v] = static_cast<std::uint8_t>(p);
      ports.in[network.reverse(channel).v] = static_cast<std::uint8_t>(p);
      ports.data_lanes[channel.v] = fabric.fabric->cables[use.cable].data_lanes;
    }
  return ports;
}

}  // namespace

Lanes::Lanes(NumberedFabric const& fabric, Network const& network, EndNodes const& ends,
             Sl2VlTables const& tables)
    : first_(network.num_channels() + 1, 0), end_port_(ends.router_port) {
  auto const ports = ports_of_channels(fabric, network);
  in_port_ = ports.in;
  auto const& numbers = fabric.numbers;
  for (std::uint32_t c = 0; c < network.num_channels(); ++c)
    first_[c + std::size_t{1}] =
        first_[c] + (numbers.num_ports(network.source({c}).v) + std::size_t{1}) * num_service_levels;
  lanes_.resize(first_.back());
  for (std::uint32_t c = 0; c < network.num_channels(); ++c)
    for (auto i = first_[c]; i < first_[c + std::size_t{1}]; ++i) {
      auto const level = (i - first_[c]) % num_service_levels;
      auto const known = ports.data_lanes[c];
      lanes_[i] = static_cast<std::uint8_t>(known == 0 ? level : level % known);
    }
  for (std::uint32_t r = 0; r < numbers.devices().size(); ++r)
    for (auto const& row : tables.rows(fabric.fabric->devices[numbers.devices()[r]].guid)) {
      if (row.in > numbers.num_ports(r) || row.out == 0 || row.out > numbers.num_ports(r)) continue;
      auto const& use = numbers.use(r, row.out);
      if (use.kind != PortUse::Kind::channel) continue;
      auto const channel = network.channel({r}, {static_cast<std::uint16_t>(use.index)});
      std::ranges::copy(row.lanes, lanes_.begin() + static_cast<std::ptrdiff_t>(first_[channel.v] +
                                                                                row.in * num_service_levels));
    }
}

PairLevels::PairLevels(Fabric const& fabric, EndNodes const& ends, std::vector<std::uint16_t> const& lids,
                       ServiceLevels const& levels)
    : row_(lids.size()), place_(lids.size()) {
  std::iota(place_.begin(), place_.end(), 0U);
  if (levels.empty()) return;
  levels_.assign(row_ * row_, 0);
  for (std::size_t s = 0; s < row_; ++s)
    for (std::size_t t = 0; t < row_; ++t) {
      if (s == t) continue;
      auto level = levels.find(ends.ports[s].guid, lids[t]);
      if (level == ServiceLevels::unknown)
        level = levels.find(fabric.devices[ends.ports[s].device].guid, lids[t]);
      if (level == ServiceLevels::unknown) level = levels.find_by_lid(lids[s], lids[t]);
      if (level == ServiceLevels::unknown)
        ++unknown_;
      else
        levels_[t * row_ + s] = level;
    }
}

PairLevels::PairLevels(DestinationRoutes const& routes, std::vector<std::uint8_t> levels)
    : row_(static_cast<std::size_t>(routes.num_routers())),
      place_(routes.routers().begin(), routes.routers().end()),
      levels_(std::move(levels)) {}

PairLevels PairLevels::only(std::span<std::uint32_t const> ends) const {
  auto result = *this;
  if (!levels_.empty()) result.levels_.clear();
  result.place_.clear();
  for (auto const end : ends) {
    result.place_.push_back(place_[end]);
    if (levels_.empty()) continue;
    auto const row = levels_.begin() + static_cast<std::ptrdiff_t>(end * row_);
    result.levels_.insert(result.levels_.end(), row, row + static_cast<std::ptrdiff_t>(row_));
  }
  return result;
}

Lanes Lanes::only(std::span<std::uint32_t const> ends) const {
  auto result = *this;
  result.end_port_.clear();
  for (auto const end : ends) result.end_port_.push_back(end_port_[end]);
  return result;
}

void set_bits(std::uint16_t& word, std::uint16_t bits) {
  std::atomic_ref shared{word};
  if ((shared.load(std::memory_order_relaxed) & bits) != bits)
    shared.fetch_or(bits, std::memory_order_relaxed);
}

RequiredLanes::RequiredLanes(Network const& network)
    : network_(network), first_(network.num_channels() + 1, 0) {
  for (std::uint32_t c = 0; c < network.num_channels(); ++c)
    first_[c + std::size_t{1}] =
        first_[c] + std::size_t{network.degree(network.target({c}))} * num_service_levels;
  requested_.resize(first_.back(), 0);
}

void RequiredLanes::add(ChannelIndex from, std::uint16_t held, ChannelIndex to, std::uint8_t lane) {
  auto const port = to.v - network_.channel(network_.target(from), {0}).v;
  for_each_bit(held, [&](std::uint8_t own) {
    set_bits(requested_[first_[from.v] + std::size_t{port} * num_service_levels + own],
             static_cast<std::uint16_t>(1U << lane));
  });
}

LaneGraph RequiredLanes::graph() const {
  std::vector<Arc> arcs;  // from and to channel * num_service_levels + lane
  for (std::uint32_t c = 0; c < network_.num_channels(); ++c) {
    auto const next = network_.channel(network_.target({c}), {0}).v;
    for (auto i = first_[c]; i < first_[c + std::size_t{1}]; ++i) {
      auto const port = static_cast<std::uint32_t>((i - first_[c]) / num_service_levels);
      auto const held = static_cast<std::uint32_t>((i - first_[c]) % num_service_levels);
      for_each_bit(requested_[i], [&](std::uint8_t lane) {
        arcs.emplace_back(c * num_service_levels + held, (next + port) * num_service_levels + lane);
      });
    }
  }
  std::vector<Vertex> vertex(network_.num_channels() * num_service_levels, 0);
  for (auto const& [from, to] : arcs) vertex[from] = vertex[to] = 1;
  LaneGraph result;
  for (std::uint32_t i = 0; i < vertex.size(); ++i) {
    if (vertex[i] == 0) continue;
    vertex[i] = static_cast<Vertex>(result.lanes.size());
    result.lanes.push_back({{i / num_service_levels}, static_cast<std::uint8_t>(i % num_service_levels)});
  }
  for (auto& [from, to] : arcs) {
    from = vertex[from];
    to = vertex[to];
  }
  result.waits = Graph::from_arcs(result.lanes.size(), arcs);
  return result;
}

RoutingTables only_ends(RoutingTables const& tables, std::span<std::uint32_t const> ends) {
  EndNodes nodes;
  for (auto const end : ends) {
    nodes.ports.push_back(tables.ends.ports[end]);
    nodes.router.push_back(tables.ends.router[end]);
    nodes.router_port.push_back(tables.ends.router_port[end]);
  }
  DestinationRoutes routes(tables.routes.num_routers(), nodes.router);
  RoutingTables result{
      .ends = std::move(nodes), .routes = std::move(routes), .lids = {}, .lanes = {}, .notes = tables.notes};
  for (std::uint32_t i = 0; i < ends.size(); ++i) {
    std::ranges::copy(tables.routes.to(ends[i]), result.routes.to(i).begin());
    if (!tables.lids.empty()) result.lids.push_back(tables.lids[ends[i]]);
  }
  if (tables.lanes)
    result.lanes = LevelsAndLanes{tables.lanes->levels.only(ends), tables.lanes->lanes.only(ends)};
  return result;
}

}  // namespace weft::routing
