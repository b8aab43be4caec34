#include "weft/routing/forwarding/lanes.hpp"

#include <algorithm>

namespace weft::routing {
namespace {

/// Channels and the ports of the switches at their ends.
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
    : ends_(lids.size()) {
  if (levels.empty()) return;
  levels_.assign(ends_ * ends_, 0);
  for (std::size_t s = 0; s < ends_; ++s)
    for (std::size_t t = 0; t < ends_; ++t) {
      if (s == t) continue;
      auto level = levels.find(ends.ports[s].guid, lids[t]);
      if (level == ServiceLevels::unknown)
        level = levels.find(fabric.devices[ends.ports[s].device].guid, lids[t]);
      if (level == ServiceLevels::unknown) level = levels.find_by_lid(lids[s], lids[t]);
      if (level == ServiceLevels::unknown)
        ++unknown_;
      else
        levels_[s * ends_ + t] = level;
    }
}

}  // namespace weft::routing
