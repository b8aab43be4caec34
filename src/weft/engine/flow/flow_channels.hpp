// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/engine/flow/flow_params.hpp"
#include "weft/network/machine.hpp"

namespace weft::flow {

/// Numbering of the channels that flows use: the channels of the network, then, if terminal channels limit
/// rates, the injection channels and the ejection channels of the terminals.
class FlowChannels {
 public:
  /// `bandwidth`: bytes/s of a channel of bandwidth 1, unless the network specifies rates.
  FlowChannels(NetworkPtr network, double bandwidth, TerminalChannels terminals)
      : network_(std::move(network)), bandwidth_(bandwidth), terminals_(terminals) {}

  Network const& network() const { return *network_; }
  bool counts_terminals() const { return terminals_ == TerminalChannels::counted; }
  std::uint32_t injection(TerminalId e) const { return channels() + e.v; }
  std::uint32_t ejection(TerminalId e) const { return channels() + terminals() + e.v; }
  /// Returns the number of channels.
  std::uint64_t size() const {
    return network_->num_channels() + (counts_terminals() ? 2 * network_->num_terminals() : 0);
  }
  /// Returns the capacity of each channel in bytes/s. Throws InputError for more than 2^32 - 2 channels.
  std::vector<double> capacities() const;
  /// Returns the class of a channel; injection and ejection channels belong to the last two classes of the
  /// network.
  ClassId class_of(std::uint32_t channel) const;

 private:
  std::uint32_t channels() const { return static_cast<std::uint32_t>(network_->num_channels()); }
  std::uint32_t terminals() const { return static_cast<std::uint32_t>(network_->num_terminals()); }

  NetworkPtr network_;
  double bandwidth_;
  TerminalChannels terminals_;
};

}  // namespace weft::flow
