// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weft/network/router_names.hpp"
#include "weft/workload/jobs.hpp"

namespace weft {

/// The loads of all channels by one job, or by all: by position in LoadedChannels.
struct ChannelLoads {
  load::Loads loads;
  std::vector<std::uint64_t> channel;
  bool exact = true;
};

/// The channels whose loads are reported, one after the other: those of the network or, on PERCS under its
/// own routings, those that these use, the D links of a supernode to itself included; the first of links that
/// always carry the same.
class LoadedChannels {
 public:
  explicit LoadedChannels(RoutedMachine const& machine);

  std::uint64_t size() const;
  /// The position of the channel's class in Loads::classes.
  std::size_t class_of(std::uint64_t channel) const;
  /// The number of channels that carry the same as this one.
  std::uint64_t alike(std::uint64_t channel) const;
  /// Whether it is a channel of the network that works.
  bool is_built(std::uint64_t channel) const;
  RouterId source(std::uint64_t channel) const;
  RouterId target(std::uint64_t channel) const;
  /// The name of a channel by those of its routers, as in `0 -> 1 (port 2)`.
  std::string name(std::uint64_t channel) const;
  /// Only of PERCS under its own routings: the position of the channels between two linked nodes.
  std::uint64_t position(RouterId from, RouterId to) const;

  ChannelLoads by(LoadJob const& job, Progress& progress) const;

 private:
  struct PercsPlace;
  PercsPlace place(std::uint64_t channel) const;
  ChannelLoads by_percs(LoadJob const& job) const;

  RoutedMachine const* machine_;
  mutable RouterLabels names_;  ///< gathers the names on first use
};

}  // namespace weft
