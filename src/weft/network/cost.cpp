// SPDX-License-Identifier: Apache-2.0
#include "weft/network/cost.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/core/error.hpp"

namespace weft {
namespace {

/// Returns the mean bandwidth of all ports, including terminal ports.
double mean_bandwidth(Inventory const& inventory) {
  auto ports = static_cast<double>(inventory.host_cables), sum = ports;
  for (std::size_t i = 0; i < inventory.lengths.size(); ++i)
    for (auto const& [pitches, count] : inventory.lengths[i]) {
      ports += static_cast<double>(count);
      sum += static_cast<double>(count) * inventory.bandwidths[i];
    }
  return ports > 0 ? sum / ports : 1;
}

}  // namespace

double CostParams::rate_of_ports() const {
  if (priced_at > 0) return priced_at;
  CostParams const published;
  return router == published.router && port == published.port ? published_rate : rate;
}

std::string CostParams::format_prices() const {
  constexpr auto source = "of 2014 for links of 40 Gb/s (Besta & Hoefler, Slim Fly, SC 2014)";
  CostParams const published;
  bool const ports = router == published.router && port == published.port && port_rate == 0 &&
                     rate_of_ports() == published_rate;
  bool const cables = copper == published.copper && copper_meter == published.copper_meter &&
                      fiber == published.fiber && fiber_meter == published.fiber_meter;
  if (ports && cables) return fmt::format("prices {}", source);
  if (cables) return fmt::format("custom router prices, cable prices {}", source);
  if (ports) return fmt::format("custom cable prices, router prices {}", source);
  return "custom prices";
}

Cost price(Inventory const& inventory, CostParams const& params) {
  Cost cost;
  cost.terminals = inventory.terminals;
  auto const scale = params.rate / params.rate_of_ports() * mean_bandwidth(inventory);
  for (auto const& [radix, count] : inventory.routers_of_radix) {
    cost.routers += count;
    cost.ports += count * radix;
    auto const line = params.router + params.port * static_cast<double>(radix);
    if (line < params.port) cost.small_routers += count;
    cost.router_price += static_cast<double>(count) * std::max(params.port, line) * scale;
  }
  cost.watts = static_cast<double>(cost.ports) * params.port_power;
  auto const add = [&](double cables, double meters, double rate) {
    bool const copper = meters <= params.copper_reach;
    (copper ? cost.copper_cables : cost.fiber_cables) += cables;
    (copper ? cost.copper_meters : cost.fiber_meters) += cables * meters;
    (copper ? cost.copper_price : cost.fiber_price) +=
        cables * rate *
        (copper ? params.copper + params.copper_meter * meters : params.fiber + params.fiber_meter * meters);
  };
  auto const add_port_rates = [&](double ports, double rate) {
    cost.router_price += ports * params.port_rate * rate;
  };
  for (std::size_t i = 0; i < inventory.lengths.size(); ++i)
    for (auto const& [pitches, count] : inventory.lengths[i]) {
      auto const channels = static_cast<double>(count);
      auto const rate = params.rate * inventory.bandwidths[i];
      add_port_rates(channels, rate);
      if (pitches > 0) add(channels / 2, pitches * inventory.pitch, rate);
    }
  add_port_rates(static_cast<double>(inventory.host_cables), params.rate);
  if (params.host_cable > 0) add(static_cast<double>(inventory.host_cables), params.host_cable, params.rate);
  return cost;
}

double rate_for_price(Inventory const& inventory, CostParams params, double price) {
  params.priced_at = params.rate_of_ports();
  params.rate = 1;
  auto const per_rate = weft::price(inventory, params).price();
  if (per_rate <= 0)
    throw InputError("no rate can be computed from the price", "the price of the network is 0",
                     "set prices of ports or cables", "cost");
  return price / per_rate;
}

Table cost_table(Cost const& cost, CostParams const& params) {
  Table table{"cost", "Cost, " + params.format_prices(), {{"fact"}, {"value"}, {"unit"}}, {}};
  table.add_row({"rate of a channel", params.rate, "Gb/s, of bandwidth 1"});
  table.add_row({"routers", cost.routers, ""});
  table.add_row({"small routers", cost.small_routers,
                 "cost as much as one port: too few ports for the linear price "
                 "model"});
  table.add_row({"router ports", cost.ports, "including terminal ports"});
  table.add_row({"copper cables", cost.copper_cables, "links, including host cables"});
  table.add_row({"copper", cost.copper_meters, "m"});
  table.add_row({"optical cables", cost.fiber_cables, "links"});
  table.add_row({"fiber", cost.fiber_meters, "m"});
  table.add_row({"price of routers", cost.router_price, "$"});
  table.add_row({"price of cables", cost.copper_price + cost.fiber_price, "$"});
  table.add_row({"price per terminal", cost.price_per_terminal(), "$"});
  table.add_row({"power per terminal", cost.watts_per_terminal(), "W"});
  return table;
}

}  // namespace weft
