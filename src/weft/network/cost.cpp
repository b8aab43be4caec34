#include "weft/network/cost.hpp"

#include <algorithm>

#include "weft/core/error.hpp"

namespace weft {

Cost price(Inventory const& inventory, CostParams const& params) {
  Cost cost;
  cost.terminals = inventory.terminals;
  for (auto const& [radix, count] : inventory.routers_of_radix) {
    cost.routers += count;
    cost.ports += count * radix;
    cost.router_price +=
        static_cast<double>(count) * std::max(0.0, params.router + params.port * static_cast<double>(radix));
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
    for (std::size_t cells = 0; cells < inventory.lengths[i].size(); ++cells) {
      auto const channels = static_cast<double>(inventory.lengths[i][cells]);
      auto const rate = params.rate * inventory.bandwidths[i];
      add_port_rates(channels, rate);
      if (cells > 0) add(channels / 2, static_cast<double>(cells) * inventory.pitch, rate);
    }
  add_port_rates(static_cast<double>(inventory.host_cables), params.rate);
  if (params.host_cable > 0) add(static_cast<double>(inventory.host_cables), params.host_cable, params.rate);
  return cost;
}

std::optional<double> rate_for_price(Inventory const& inventory, CostParams params, double price) {
  auto const at = [&](double rate) {
    params.rate = rate;
    return weft::price(inventory, params).price();
  };
  auto const without = at(0), per_rate = at(1) - without;
  if (per_rate <= 0)
    throw InputError("a rate for a price", "the price of the network does not depend on its rate",
                     "give prices of cables or port_rate", "cost");
  if (without >= price) return {};
  return (price - without) / per_rate;
}

Table cost_table(Cost const& cost) {
  Table table{"cost", "Cost", {{"fact"}, {"value"}, {"unit"}}, {}};
  table.add_row({"routers", cost.routers, ""});
  table.add_row({"router ports", cost.ports, "those to terminals included"});
  table.add_row({"copper cables", cost.copper_cables, "links, host cables included"});
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
