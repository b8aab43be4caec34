#include "weft/engine/load/network_bounds.hpp"

#include <algorithm>

#include "weft/engine/load/leaving_units.hpp"

namespace weft::load {

std::vector<Bound> network_bounds(Network const& network, Communication const& communication,
                                  Sides const& grid) {
  std::uint64_t most = 0, nodes = 0;
  for (std::uint32_t r = 0; r < network.num_routers(); ++r) {
    std::uint64_t const count = network.terminals_at({r}).count;
    most = std::max(most, count);
    nodes += count > 0;
  }
  double capacity = 0;
  for (std::uint32_t c = 0; c < network.num_channels(); ++c) capacity += network.bandwidth({c});
  auto const leaving = least_units_between(communication, grid, most);
  if (leaving == 0) return {};
  double const mean_task =
      static_cast<double>(communication.total_units()) / static_cast<double>(communication.num_tasks());
  double const per_node = static_cast<double>(network.num_terminals()) / static_cast<double>(nodes);
  return {{"all channels: traffic that leaves a router uses at least one",
           per_node * mean_task * capacity / static_cast<double>(leaving)}};
}

}  // namespace weft::load
