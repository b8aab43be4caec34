// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weft/network/router_names.hpp"
#include "weft/workload/jobs.hpp"

namespace weft {

/// Loads of all channels caused by one job or by all jobs, indexed like LoadedChannels.
struct ChannelLoads {
  load::Loads loads;
  std::vector<std::uint64_t> channel;
  bool exact = true;
};

/// The channels of a load report, each with an index: the channels of the network or, on PERCS under a PERCS
/// routing, the channels that this routing uses, including the D links of a supernode to itself. Parallel D
/// links, which always have equal loads, are represented by one link.
class LoadedChannels {
 public:
  explicit LoadedChannels(RoutedMachine const& machine);

  std::uint64_t size() const;
  /// Returns the index of the class of a channel in Loads::classes.
  std::size_t class_of(std::uint64_t channel) const;
  /// Returns the number of channels that `channel` represents, which always have equal loads.
  std::uint64_t alike(std::uint64_t channel) const;
  /// Returns whether a channel is a working channel of the network.
  bool is_built(std::uint64_t channel) const;
  RouterId source(std::uint64_t channel) const;
  RouterId target(std::uint64_t channel) const;
  /// Returns the name of a channel, composed of the names of its routers, such as `0 -> 1 (port 2)`.
  std::string name(std::uint64_t channel) const;
  /// Returns the index of the channels between two linked nodes; only for PERCS under a PERCS routing.
  std::uint64_t position(RouterId from, RouterId to) const;

  ChannelLoads by(LoadJob const& job, Progress& progress) const;

 private:
  struct PercsPlace;
  PercsPlace place(std::uint64_t channel) const;
  ChannelLoads by_percs(LoadJob const& job) const;

  RoutedMachine const* machine_;
  mutable RouterLabels names_;  ///< collected on first use
};

}  // namespace weft
