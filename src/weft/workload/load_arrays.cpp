// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/load_arrays.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "weft/experiment/channels.hpp"
#include "weft/network/topology_facts.hpp"

namespace weft {
namespace {

constexpr char const* unit_of_loads = "if the mean task sends 1";

/// Returns the loads indexed like the channels of Network; NaN for failed channels.
std::vector<double> loads_in_order(RoutedMachine const& machine, LoadedChannels const& channels,
                                   ChannelLoads const& loads, std::uint64_t count) {
  std::vector<double> values(count, std::numeric_limits<double>::quiet_NaN());
  if (machine.percs_paths()) {
    visit_channels(machine.topology(), [&](std::uint64_t number, RouterId r, PortId p) {
      auto const position = channels.position(r, machine.topology().neighbor(r, p).router);
      values[number] = loads.loads.relative(loads.channel[position]);
    });
    return values;
  }
  auto const& network = machine.network();
  for (std::uint32_t c = 0; c < count; ++c)
    if (!network.channel_failed({c})) values[c] = loads.loads.relative(loads.channel[c]);
  return values;
}

}  // namespace

void add_channel_loads(RoutedMachine const& machine, LoadedChannels const& channels,
                       ChannelLoads const& loads, bool as_table, Result& result) {
  auto const count = machine.topology().facts().channels;
  if (count > max_channel_values) {
    result.notes.push_back(fmt::format("there are too many channels for an array of loads: {}", count));
    return;
  }
  auto values = loads_in_order(machine, channels, loads, count);
  if (as_table)
    result.tables.push_back(channel_table(machine.topology(), values, "channel_loads",
                                          "Load of every channel", {"load", "", unit_of_loads, 6}));
  result.arrays.push_back({"channel_load",
                           "Load of every channel",
                           "",
                           fmt::format("{}; channels by router, then by port; NaN: failed", unit_of_loads),
                           {count},
                           std::move(values)});
}

Array placement_array(LoadJob const& job) {
  std::vector<std::uint32_t> terminals(job.placement.begin(), job.placement.end());
  std::vector<std::uint64_t> shape(job.grid.begin(), job.grid.end());
  return {job.name.empty() ? "placement" : "placement_" + job.name,
          fmt::format("{}{} tasks, mapping {}", job.name.empty() ? "" : "Job " + job.name + ": ",
                      format_sides(job.grid), job.mapping_text),
          "",
          "the terminal of each task of the grid",
          std::move(shape),
          std::move(terminals)};
}

}  // namespace weft
