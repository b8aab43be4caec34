#include "weft/experiment/dilation.hpp"

#include <algorithm>

#include "weft/engine/load/farthest.hpp"

namespace weft {
namespace {

/// The units that tasks send to others than themselves.
double units_to_others(Communication const& communication) {
  std::uint64_t own = 0;
  for (auto const& flow : communication.flows())
    if (flow.from == flow.to) own += flow.units;
  for (std::size_t g = 0; g < communication.num_groups(); ++g) {
    auto const [units, members] = communication.group(g);
    std::vector<std::uint32_t> sorted(members.begin(), members.end());
    std::ranges::sort(sorted);
    for (auto at = sorted.begin(); at != sorted.end();) {
      auto const end = std::upper_bound(at, sorted.end(), *at);
      auto const times = static_cast<std::uint64_t>(end - at);
      own += units * times * times;
      at = end;
    }
  }
  return static_cast<double>(communication.total_units() - own);
}

double mean_hops(Communication const& communication, load::Loads const& loads) {
  double hops = 0;
  for (auto const& one : loads.classes) hops += static_cast<double>(one.total);
  double const of_task = loads.task_load / static_cast<double>(communication.total_units()) *
                         static_cast<double>(communication.num_tasks());  // the load of one unit over one hop
  auto const units = units_to_others(communication);
  return units == 0 ? 0 : hops / of_task / units;
}

}  // namespace

Table Dilation::table() const {
  Table table{"dilation",
              "How far the traffic goes",
              {{"mean_hops", "hops", "of a unit sent to another task, under the routing", 4},
               {"farthest", "hops", "shortest path between the farthest tasks that exchange something"}},
              {}};
  table.add_row({mean_hops, farthest});
  return table;
}

Dilation dilation_of(load::RouterTraffic const& traffic, load::Loads const& loads) {
  return {mean_hops(traffic.communication(), loads), load::farthest_hops(traffic)};
}

Dilation dilation_of(Percs const& percs, Communication const& communication,
                     std::span<std::uint32_t const> placement, load::Loads const& loads) {
  Dilation dilation{mean_hops(communication, loads), 0};
  auto const diameter = percs.diameter();
  auto const node = [&](std::uint32_t task) { return percs.injection_router({placement[task]}); };
  auto const see = [&](std::uint32_t from, std::uint32_t to) {
    dilation.farthest = std::max(dilation.farthest, percs.distance(node(from), node(to)));
    return dilation.farthest == diameter;
  };
  for (auto const& flow : communication.flows())
    if (flow.units > 0 && see(flow.from, flow.to)) return dilation;
  for (std::size_t g = 0; g < communication.num_groups(); ++g)
    for (auto const members = communication.group(g).members; auto const from : members)
      for (auto const to : members)
        if (see(from, to)) return dilation;
  return dilation;
}

}  // namespace weft
