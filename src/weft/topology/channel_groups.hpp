// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/topology/topology.hpp"

namespace weft {

/// The channels of a class that have the same bandwidth: a row of tables of channels. Most classes are one
/// group; only in files do the channels of a class have unequal bandwidths.
struct ChannelGroup {
  ClassId of_class;
  double bandwidth = 1;  ///< relative to 1, or to the rate that the topology states
  friend bool operator==(ChannelGroup const&, ChannelGroup const&) = default;
};

/// A topology that divides its classes: `t.groups()`, in the order of the classes, and `t.group_of(r, p)`.
template <class T>
concept DividesClasses = PerChannelBandwidth<T> && requires(T const t, RouterId r, PortId p) {
  { t.groups() } -> std::same_as<std::vector<ChannelGroup> const&>;
  { t.group_of(r, p) } -> std::same_as<std::uint32_t>;
};

/// A topology that may state rates: `t.unit_rate()`, the bytes/s of a channel of bandwidth 1, 0 if it states
/// none; `t.terminal_bandwidths()`, the bandwidth of each terminal's injection and ejection channel, empty if
/// all are 1.
template <class T>
concept StatesRates = Topology<T> && requires(T const t) {
  { t.unit_rate() } -> std::same_as<double>;
  { t.terminal_bandwidths() } -> std::same_as<std::vector<double> const&>;
};

/// A topology that may state the bandwidth of the link between a terminal and its router, the same for all:
/// `t.injection()`, 0 if it states none.
template <class T>
concept StatesInjection = Topology<T> && requires(T const t) {
  { t.injection() } -> std::same_as<double>;
};

/// A topology that knows latencies: `t.latency(r, p)`, the cycles of a channel from one end to the other, and
/// `t.states_latencies()`, false if it does not know them after all; `t.terminal_latencies()`, those of each
/// terminal's injection and ejection channel, empty if it does not know these.
template <class T>
concept StatesLatencies = Topology<T> && requires(T const t, RouterId r, PortId p) {
  { t.states_latencies() } -> std::same_as<bool>;
  { t.latency(r, p) } -> std::same_as<std::uint16_t>;
  { t.terminal_latencies() } -> std::same_as<std::vector<std::uint16_t> const&>;
};

/// The groups of any topology, in the order of its classes.
template <Topology T>
std::vector<ChannelGroup> channel_groups(T const& t) {
  static_assert(!PerChannelBandwidth<T> || DividesClasses<T>, "bandwidths within a class need groups");
  if constexpr (DividesClasses<T>) return t.groups();
  std::vector<ChannelGroup> groups;
  for (auto const& each : t.classes())
    groups.push_back({{static_cast<std::uint16_t>(groups.size())}, each.bandwidth});
  return groups;
}

/// The position of a channel's group in channel_groups().
template <Topology T>
std::uint32_t group_of(T const& t, RouterId r, PortId p) {
  if constexpr (DividesClasses<T>) return t.group_of(r, p);
  return t.class_of(r, p).v;
}

}  // namespace weft
