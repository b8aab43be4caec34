// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <tuple>

#include "weft/core/table.hpp"
#include "weft/network/cables.hpp"

namespace weft {

/// The prices of routers and cables. Defaults: M. Besta and T. Hoefler, Slim Fly: a cost effective
/// low-diameter network topology, SC 2014, section VI: linear fits to prices of 40 Gb/s InfiniBand FDR10
/// parts, and 2.8 W per port (4 lanes of 0.7 W). All prices scale with the channel rate, so that a faster
/// port always costs more.
struct CostParams {
  static constexpr double published_rate = 40;  ///< rate in Gb/s to which the default prices apply
  double rate = published_rate;
  double priced_at = 0;
  double router = -892.3;
  double port = 350.4;
  double port_rate = 0;
  double copper = 0.5771;
  double copper_meter = 0.4079;
  double fiber = 2.7452;
  double fiber_meter = 0.0919;
  double copper_reach = 6.861;
  double host_cable = 2;
  double port_power = 2.8;

  static constexpr std::tuple schema{
      param("rate", &CostParams::rate, Range{1e-6, 1e6}, "rate of a channel of bandwidth 1, per direction",
            "Gb/s"),
      param("priced_at", &CostParams::priced_at, Range{0, 1e6},
            "channel rate for which the prices of routers and ports are valid; prices scale in "
            "proportion to the rate. 0: 40 with the default prices, else rate",
            "Gb/s"),
      param("router", &CostParams::router, Range{-1e9, 1e9},
            "price of a router without its ports, at priced_at; a router costs at least as much as a port",
            "$"),
      param("port", &CostParams::port, Range{0, 1e9}, "price of each port of a router, at priced_at", "$"),
      param("port_rate", &CostParams::port_rate, Range{0, 1e9},
            "additional price of each port of a router, proportional to its channel rate", "$ per Gb/s"),
      param("copper", &CostParams::copper, Range{0, 1e9},
            "price of a copper cable independent of its length (connectors)", "$ per Gb/s"),
      param("copper_meter", &CostParams::copper_meter, Range{0, 1e9},
            "length-dependent price of a copper cable", "$ per Gb/s and m"),
      param("fiber", &CostParams::fiber, Range{0, 1e9},
            "price of an optical cable independent of its length (transceivers)", "$ per Gb/s"),
      param("fiber_meter", &CostParams::fiber_meter, Range{0, 1e9},
            "length-dependent price of an optical cable", "$ per Gb/s and m"),
      param(
          "copper_reach", &CostParams::copper_reach, Range{0, 1e9},
          "maximum length of copper cables; longer cables are optical. By default the length at which the prices are equal",
          "m"),
      param("host_cable", &CostParams::host_cable, Range{0, 1e6},
            "length of the cable between a terminal and its router; 0: both are on one board, without a "
            "cable",
            "m"),
      param("port_power", &CostParams::port_power, Range{0, 1e6}, "power of each port of a router", "W"),
  };

  /// Returns the channel rate, in Gb/s, to which the prices `router` and `port` apply.
  double rate_of_ports() const;
  /// Returns the year, source and link rate of the published prices in use, as text.
  std::string format_prices() const;
};

/// The parts of a network. A cable is a link with both directions; a channel without a reverse counts as half
/// a cable.
struct Inventory {
  std::uint64_t terminals = 0;
  std::uint64_t host_cables = 0;  ///< cables between routers and terminals that are not vertices
  std::map<std::uint64_t, std::uint64_t> routers_of_radix;  ///< excluding computing nodes
  std::vector<double> bandwidths;                           ///< one per group of channels
  CableLengths lengths;
  double pitch = 0.5;
};

/// The cost of a network, in dollars and watts.
struct Cost {
  std::uint64_t routers = 0, ports = 0, terminals = 0;
  std::uint64_t small_routers = 0;             ///< routers at the minimum price, the price of one port
  double copper_cables = 0, fiber_cables = 0;  ///< host cables are copper
  double copper_meters = 0, fiber_meters = 0;
  double router_price = 0, copper_price = 0, fiber_price = 0;
  double watts = 0;
  double price() const { return router_price + copper_price + fiber_price; }
  double price_per_terminal() const { return terminals == 0 ? 0 : price() / static_cast<double>(terminals); }
  double watts_per_terminal() const { return terminals == 0 ? 0 : watts / static_cast<double>(terminals); }
};

Cost price(Inventory const& inventory, CostParams const& params);

/// Returns the rate, in Gb/s of a channel of bandwidth 1, at which a network costs `price`; the price of a
/// network is proportional to the rate. Throws InputError if the price of the network is 0.
double rate_for_price(Inventory const& inventory, CostParams params, double price);

/// Returns the cost as rows of (fact, value, unit), as in the output of `weft show` and `weft compare`. The
/// title states the source of the prices.
Table cost_table(Cost const& cost, CostParams const& params);

/// Counts the parts of a topology in `layout`. Visits every router.
template <Topology T>
Inventory inventory_of(T const& topology, Layout const& layout, CableLengths lengths) {
  Inventory inventory;
  inventory.terminals = topology.num_terminals();
  inventory.pitch = layout.pitch();
  inventory.lengths = std::move(lengths);
  for (auto const& group : channel_groups(topology)) inventory.bandwidths.push_back(group.bandwidth);
  for (std::uint64_t i = 0; i < topology.num_routers(); ++i) {
    RouterId const r{static_cast<std::uint32_t>(i)};
    if constexpr (HasNodes<T>)
      if (topology.is_node(r)) continue;
    auto const hosts = topology.terminals_at(r).count;
    inventory.host_cables += hosts;
    ++inventory.routers_of_radix[std::max(topology.degree(r), in_degree(topology, r)) + std::uint64_t{hosts}];
  }
  return inventory;
}

}  // namespace weft
