// SPDX-License-Identifier: Apache-2.0
#include "weft/network/fabric_of.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/topology/family/file.hpp"

namespace weft {
namespace {

void check_fits(AnyTopology const& topology) {
  if (!topology.bidirectional() || !topology.has_two_way_terminals())
    throw InputError(fmt::format("{} cannot be an InfiniBand fabric", topology.name()),
                     "some channels have one direction, and cables have two");
}

void add_switches(AnyTopology const& topology, Fabric& fabric) {
  auto const names = topology.names();
  for (std::uint32_t r = 0; r < topology.num_routers(); ++r) {
    auto const ports = topology.degree({r}) + topology.terminals_at({r}).count;
    fabric.devices.push_back(numbered_switch(r, names.empty() ? fmt::format("r{}", r) : names[r], ports));
  }
}

void add_cables(AnyTopology const& topology, Fabric& fabric) {
  auto const routers = static_cast<std::uint32_t>(topology.num_routers());
  for (std::uint32_t r = 0; r < routers; ++r) {
    std::uint16_t const degree = topology.degree({r});
    for (std::uint16_t p = 0; p < degree; ++p) {
      auto const far = topology.neighbor({r}, {p});
      if (std::pair(far.router.v, far.port.v) > std::pair(r, p))
        fabric.cables.push_back({{r, p + 1U}, {far.router.v, far.port.v + 1U}, {}, 0});
    }
    auto const terminals = topology.terminals_at({r});
    for (std::uint32_t i = 0; i < terminals.count; ++i) {
      auto const t = terminals.first.v + i;
      auto const guid = fabric.devices[routers + t].guid;
      fabric.cables.push_back({{r, degree + i + 1U}, {routers + t, 1, guid + 1, 0, 0}, {}, 0});
    }
  }
}

}  // namespace

NumberedFabric fabric_of(AnyTopology const& topology) {
  auto const* const file = topology.get_if<topology::File>();
  if (file != nullptr && file->fabric() != nullptr) return {file->fabric(), FabricNumbers(*file->fabric())};
  check_fits(topology);
  Fabric fabric;
  add_switches(topology, fabric);
  for (std::uint32_t t = 0; t < topology.num_terminals(); ++t)
    fabric.devices.push_back(numbered_adapter(t, fmt::format("t{}", t)));
  add_cables(topology, fabric);
  auto const shared = std::make_shared<Fabric const>(std::move(fabric));
  return {shared, FabricNumbers(*shared, FabricNumbers::Origin::topology)};
}

Fabric without_failed(NumberedFabric const& fabric, Network const& network) {
  auto result = *fabric.fabric;
  auto const has_failed = [&](FabricPort const& port) {
    auto const router = fabric.numbers.router(port.device);
    if (router == FabricNumbers::no_router) return false;
    if (network.router_failed({router})) return true;
    auto const& use = fabric.numbers.use(router, port.port);
    return use.kind == PortUse::Kind::channel &&
           network.channel_failed(network.channel({router}, {static_cast<std::uint16_t>(use.index)}));
  };
  std::erase_if(result.cables, [&](auto const& cable) { return has_failed(cable.a) || has_failed(cable.b); });
  return result;
}

namespace {

/// Returns the adapter of terminal t at a host that is a vertex of the topology with `ports` ports.
Device adapter_of_host(std::uint32_t t, std::uint32_t ports) {
  auto device = numbered_adapter(t, fmt::format("t{}", t));
  device.guid = 0x1000000 + (ports + std::uint64_t{1}) * t;  // the ports have the following GUIDs
  device.id = fmt::format("H-{:016x}", device.guid);
  device.ports = ports;
  return device;
}

}  // namespace

Fabric wired_fabric(AnyTopology const& topology, Network const* network) {
  auto const whole = fabric_of(topology);
  auto const fabric = network == nullptr ? *whole.fabric : without_failed(whole, *network);
  constexpr std::uint32_t none = 0xffffffff;
  auto const routers = static_cast<std::uint32_t>(topology.num_routers());
  auto const is_host = [&](std::uint32_t device) { return device < routers && topology.is_host({device}); };
  Fabric wired;
  std::vector<std::uint32_t> new_index(fabric.devices.size(), none);
  bool any = false;
  for (std::uint32_t d = 0; d < fabric.devices.size(); ++d) {
    bool const at_host = d >= routers && d - routers < topology.num_terminals() &&
                         is_host(topology.injection_router({d - routers}).v);
    any = any || at_host;
    if (is_host(d) || at_host) continue;
    new_index[d] = static_cast<std::uint32_t>(wired.devices.size());
    wired.devices.push_back(fabric.devices[d]);
  }
  if (!any) return fabric;
  for (std::uint32_t t = 0; t < topology.num_terminals(); ++t)
    if (auto const host = topology.injection_router({t}); is_host(host.v)) {
      new_index[host.v] = static_cast<std::uint32_t>(wired.devices.size());
      wired.devices.push_back(adapter_of_host(t, topology.degree(host)));
    }
  for (auto cable : fabric.cables) {
    for (auto* const end : {&cable.a, &cable.b}) {
      bool const host = is_host(end->device);
      end->device = new_index[end->device];
      if (host && end->device != none) end->guid = wired.devices[end->device].guid + end->port;
    }
    if (cable.a.device == none || cable.b.device == none) continue;
    if (cable.b.device < cable.a.device) std::swap(cable.a, cable.b);
    wired.cables.push_back(std::move(cable));
  }
  std::ranges::sort(wired.cables, {},
                    [](Cable const& cable) { return std::pair(cable.a.device, cable.a.port); });
  return wired;
}

}  // namespace weft
