// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/topology/topology.hpp"

namespace weft {

/// Channels of one class with equal bandwidth: a row in tables of channels. Most classes have one group; only
/// the channels of a class in a file can have different bandwidths.
struct ChannelGroup {
  ClassId of_class;
  double bandwidth = 1;  ///< relative to 1, or to the rate that the topology specifies
  friend bool operator==(ChannelGroup const&, ChannelGroup const&) = default;
};

/// Topologies that divide their classes into groups: `t.groups()` returns the groups in the order of the
/// classes, `t.group_of(r, p)` the index of the group of a channel.
template <class T>
concept DividesClasses = PerChannelBandwidth<T> && requires(T const t, RouterId r, PortId p) {
  { t.groups() } -> std::same_as<std::vector<ChannelGroup> const&>;
  { t.group_of(r, p) } -> std::same_as<std::uint32_t>;
};

/// Topologies that may specify rates: `t.unit_rate()`, the bytes/s of a channel of bandwidth 1, or 0 if
/// unspecified; `t.terminal_bandwidths()`, the bandwidth of the injection and ejection channel of each
/// terminal, empty if all are 1.
template <class T>
concept SpecifiesRates = Topology<T> && requires(T const t) {
  { t.unit_rate() } -> std::same_as<double>;
  { t.terminal_bandwidths() } -> std::same_as<std::vector<double> const&>;
};

/// Topologies that may specify a uniform bandwidth of the links between terminals and routers:
/// `t.injection()`, 0 if unspecified.
template <class T>
concept SpecifiesInjection = Topology<T> && requires(T const t) {
  { t.injection() } -> std::same_as<double>;
};

/// Topologies that may specify latencies: `t.latency(r, p)`, the latency of a channel in cycles;
/// `t.has_latencies()`, false if an instance does not specify latencies; `t.terminal_latencies()`, the
/// latency of the injection and ejection channel of each terminal, empty if unspecified.
template <class T>
concept SpecifiesLatencies = Topology<T> && requires(T const t, RouterId r, PortId p) {
  { t.has_latencies() } -> std::same_as<bool>;
  { t.latency(r, p) } -> std::same_as<std::uint16_t>;
  { t.terminal_latencies() } -> std::same_as<std::vector<std::uint16_t> const&>;
};

/// Returns the channel groups of any topology, in the order of its classes.
template <Topology T>
std::vector<ChannelGroup> channel_groups(T const& t) {
  static_assert(!PerChannelBandwidth<T> || DividesClasses<T>, "bandwidths within a class require groups");
  if constexpr (DividesClasses<T>) return t.groups();
  std::vector<ChannelGroup> groups;
  for (auto const& each : t.classes())
    groups.push_back({{static_cast<std::uint16_t>(groups.size())}, each.bandwidth});
  return groups;
}

/// Returns the index in channel_groups() of the group of a channel.
template <Topology T>
std::uint32_t group_of(T const& t, RouterId r, PortId p) {
  if constexpr (DividesClasses<T>) return t.group_of(r, p);
  return t.class_of(r, p).v;
}

}  // namespace weft
