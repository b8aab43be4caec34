// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weft/network/router_names.hpp"
#include "weft/workload/jobs.hpp"

namespace weft {

/// Loads of all channels by one job or by all jobs, by position in LoadedChannels.
struct ChannelLoads {
  load::Loads loads;
  std::vector<std::uint64_t> channel;
  bool exact = true;
};

/// The channels of a load report, by position: the channels of the network or, on PERCS under its own
/// routings, the channels that these use, including the D links of a supernode to itself, with one
/// representative of links that always have equal loads.
class LoadedChannels {
 public:
  explicit LoadedChannels(RoutedMachine const& machine);

  std::uint64_t size() const;
  /// Returns the index of the channel's class in Loads::classes.
  std::size_t class_of(std::uint64_t channel) const;
  /// Returns the number of channels that always have the same load as this one.
  std::uint64_t alike(std::uint64_t channel) const;
  /// Returns whether it is a working channel of the network.
  bool is_built(std::uint64_t channel) const;
  RouterId source(std::uint64_t channel) const;
  RouterId target(std::uint64_t channel) const;
  /// Returns the name of a channel from the names of its routers, as in `0 -> 1 (port 2)`.
  std::string name(std::uint64_t channel) const;
  /// Returns the position of the channels between two linked nodes; only for PERCS under its own routings.
  std::uint64_t position(RouterId from, RouterId to) const;

  ChannelLoads by(LoadJob const& job, Progress& progress) const;

 private:
  struct PercsPlace;
  PercsPlace place(std::uint64_t channel) const;
  ChannelLoads by_percs(LoadJob const& job) const;

  RoutedMachine const* machine_;
  mutable RouterLabels names_;  ///< collects the names on first use
};

}  // namespace weft
