#include "weft/verb/compare/equal.hpp"

#include "weft/core/error.hpp"
#include "weft/network/cost.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/topologies.hpp"

namespace weft::verb {
namespace {

Inventory inventory_of(std::string const& topology, LayoutParams const& layout_params) {
  auto const made = make_topology(read_failed_topology(topology).topology);
  auto const layout = made->layout(layout_params);
  return made->inventory(layout, made->cable_lengths(layout));
}

/// Of all channels between routers, if one of bandwidth 1 has a rate of 1.
double total_bandwidth(Inventory const& inventory) {
  double total = 0;
  for (std::size_t i = 0; i < inventory.lengths.size(); ++i)
    for (auto const& [pitches, count] : inventory.lengths[i])
      if (pitches > 0) total += static_cast<double>(count) * inventory.bandwidths[i];
  return total;
}

/// The rate of a network that is to be equal to the first.
double rate_of(Inventory const& inventory, RatedNetwork const& first, Equal equal, CostParams const& cost) {
  switch (equal) {
    case Equal::none: break;
    case Equal::cost: return rate_for_price(inventory, cost, first.price);
    case Equal::bandwidth: return first.bandwidth / total_bandwidth(inventory);
  }
  return cost.rate;
}

}  // namespace

std::vector<RatedNetwork> rate_networks(std::vector<std::string> const& topologies, Equal equal,
                                        Setup const& setup) {
  std::vector<RatedNetwork> networks;
  for (auto const& topology : topologies) {
    auto const inventory = inventory_of(topology, setup.layout);
    RatedNetwork network{.topology = topology, .terminals = inventory.terminals, .rate = setup.cost.rate};
    auto const total = total_bandwidth(inventory);
    if (equal == Equal::bandwidth && total == 0)
      throw InputError(topology + " with equal=bandwidth", "it has no channels between routers",
                       "omit it, or use equal=cost", "equal");
    if (!networks.empty())
      network.rate =
          at_place("equal", [&] { return rate_of(inventory, networks.front(), equal, setup.cost); });
    auto cost = setup.cost;
    cost.rate = network.rate;
    network.price = price(inventory, cost).price();
    network.bandwidth = total * cost.rate;
    networks.push_back(std::move(network));
  }
  return networks;
}

Table rates_table(std::vector<RatedNetwork> const& networks, CostParams const& cost) {
  Table table{"rates",
              "Rates and prices, " + cost.format_prices(),
              {{"topology"},
               {"terminals"},
               {"rate", "Gb/s", "of a channel of bandwidth 1", 3},
               {"price", "$", "in all", 0},
               {"price_per_terminal", "$", "", 0},
               {"bandwidth", "Gb/s", "of all channels between routers together", 0}},
              {}};
  for (auto const& it : networks)
    table.add_row({it.topology, it.terminals, it.rate, it.price, it.price / static_cast<double>(it.terminals),
                   it.bandwidth});
  return table;
}

}  // namespace weft::verb
