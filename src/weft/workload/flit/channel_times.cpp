// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "weft/core/error.hpp"
#include "weft/network/geometry/grid_geometry.hpp"
#include "weft/workload/flit/assembly.hpp"

namespace weft {
namespace {

using flit::ChannelTimes;

constexpr double max_channel_cycles = 1e6;

/// Returns the latency of a channel, at least one cycle. Throws InputError with `suggestion` if the latency
/// is too long to simulate.
std::uint32_t cycles(double value, char const* suggestion) {
  auto const rounded = std::max(1.0, std::round(value));
  if (rounded > max_channel_cycles)
    throw InputError("a channel has a latency of " + format_number(rounded) + " cycles",
                     "the maximum is " + format_number(max_channel_cycles), suggestion, "engine");
  return static_cast<std::uint32_t>(rounded);
}

void set_latency_by_class(FlitAssembly const& setting, ChannelTimes& times) {
  auto const& network = *setting.network;
  auto const classes = network.classes().size() - 2;
  auto const& given = setting.params.latency;
  if (given.size() != 1 && given.size() != classes)
    throw InputError("latency has " + std::to_string(given.size()) + " numbers",
                     setting.base.topology() + " has " + std::to_string(classes) + " channel classes",
                     "specify one number or one for each class", "engine");
  for (std::uint32_t c = 0; c < network.num_channels(); ++c)
    times.latency[c] =
        static_cast<std::uint32_t>(given[given.size() == 1 ? 0 : network.class_of(ChannelIndex{c}).v]);
}

void set_latency_by_step(FlitAssembly const& setting, ChannelTimes& times) {
  auto const* grid = setting.base.grid().get();
  if (!setting.base.is_grid())
    throw InputError("latency_per_step does not support " + setting.base.topology(),
                     "the routers must form a grid", "use latency or meters_per_cycle", "engine");
  for (std::uint32_t c = 0; c < times.latency.size(); ++c) {
    auto const from = setting.network->source({c}).v, to = setting.network->target({c}).v;
    std::uint32_t steps = 0;
    for (std::uint32_t dim = 0; dim < grid->dims(); ++dim) {
      auto const a = grid->coord(from, dim), b = grid->coord(to, dim), apart = a < b ? b - a : a - b;
      steps += grid->axis(dim) == GridGeometry::Axis::ring ? std::min(apart, grid->side(dim) - apart) : apart;
    }
    times.latency[c] = cycles(setting.params.latency_per_step * steps, "use a smaller latency_per_step");
  }
}

void set_latency_by_length(FlitAssembly const& setting, ChannelTimes& times) {
  auto const layout = setting.topology->layout(setting.layout);
  for (std::uint32_t c = 0; c < times.latency.size(); ++c)
    times.latency[c] =
        cycles(std::ceil(layout.length(setting.network->source({c}), setting.network->target({c})) /
                         setting.params.meters_per_cycle),
               "use a larger meters_per_cycle");
}

/// Maximum time between two flits on a channel, in units of 1 / 65,536 cycles.
constexpr double max_pace = 4e9;

/// Returns the bandwidth of each channel: from the channel file if specified, else from the network.
std::vector<double> bandwidths_of(FlitAssembly const& setting) {
  auto const& network = *setting.network;
  std::vector<double> bandwidths;
  for (std::uint32_t c = 0; c < network.num_channels(); ++c) bandwidths.push_back(network.bandwidth({c}));
  for (auto const& channel : setting.channels)
    if (channel.bandwidth) bandwidths[channel.channel.v] = *channel.bandwidth;
  return bandwidths;
}

/// Returns the bandwidth of a channel that transfers one flit per cycle.
double full_bandwidth_of(FlitAssembly const& setting, std::vector<double> const& bandwidths) {
  if (setting.params.reference_bandwidth > 0) return setting.params.reference_bandwidth;
  double full = bandwidths.empty() ? 1 : std::ranges::max(bandwidths);
  if (setting.network->has_rates() || setting.network->has_terminal_bandwidths())
    for (std::uint32_t e = 0; e < setting.network->num_terminals(); ++e)
      full = std::max(full, setting.network->terminal_bandwidth({e}));
  return full;
}

std::uint32_t pace_of(double bandwidth, double full, double minimum) {
  auto const pace = std::round(ChannelTimes::cycle * full / bandwidth);
  if (std::isnan(pace) || pace < minimum || pace > max_pace)
    throw InputError("reference_bandwidth=" + format_number(full) +
                         " conflicts with a channel of bandwidth " + format_number(bandwidth),
                     minimum > 1 ? "a terminal must send between 1/61,035 and 1 flit per cycle"
                                 : "channels must carry between 1/61,035 and 65,536 flits per cycle",
                     "change reference_bandwidth", "engine");
  return static_cast<std::uint32_t>(pace);
}

/// Sets the pace of all channels. Terminals send and receive one flit per cycle, unless the network specifies
/// the rates of cables or the bandwidths of terminals.
void set_pace(FlitAssembly const& setting, ChannelTimes& times) {
  auto const& network = *setting.network;
  auto const bandwidths = bandwidths_of(setting);
  auto const full = full_bandwidth_of(setting, bandwidths);
  for (auto const bandwidth : bandwidths) times.pace.push_back(pace_of(bandwidth, full, 1));
  if (network.has_rates() || network.has_terminal_bandwidths())
    for (std::uint32_t e = 0; e < network.num_terminals(); ++e)
      times.terminal_pace.push_back(pace_of(network.terminal_bandwidth({e}), full, ChannelTimes::cycle));
  for (auto* const paces : {&times.pace, &times.terminal_pace})
    if (std::ranges::all_of(*paces, [](auto pace) { return pace == ChannelTimes::cycle; })) paces->clear();
}

}  // namespace

void set_flit_rate(FlitAssembly& setting) {
  setting.params.flit_rate = setting.network->unit_rate(setting.params.bandwidth) *
                             full_bandwidth_of(setting, bandwidths_of(setting));
}

ChannelTimes channel_times(FlitAssembly const& setting) {
  ChannelTimes times;
  times.latency.resize(setting.network->num_channels());
  auto const& params = setting.params;
  if (params.meters_per_cycle > 0)
    set_latency_by_length(setting, times);
  else if (params.latency_per_step > 0)
    set_latency_by_step(setting, times);
  else
    set_latency_by_class(setting, times);
  auto const& network = *setting.network;
  if (network.has_latencies()) {
    for (std::uint32_t c = 0; c < network.num_channels(); ++c) times.latency[c] = network.latency({c}, 1);
    for (std::uint32_t e = 0; e < network.num_terminals(); ++e)
      times.terminal_latency.push_back(network.terminal_latency({e}, 1));
  }
  for (auto const& given : setting.channels)
    if (given.latency) times.latency[given.channel.v] = *given.latency;
  set_pace(setting, times);
  times.injection = static_cast<std::uint32_t>(params.injection_latency);
  times.ejection = static_cast<std::uint32_t>(params.ejection_latency);
  return times;
}

}  // namespace weft
