// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/engine/flow/flow_channels.hpp"
#include "weft/engine/flow/flow_params.hpp"
#include "weft/engine/flow/message_model.hpp"
#include "weft/engine/flow/message_paths.hpp"
#include "weft/engine/flow/transfers.hpp"
#include "weft/engine/replay/transport.hpp"

namespace weft::replay {

/// Transport of messages that share the channels of a network max-min fairly (flow::Transfers). Messages
/// between ranks of the same terminal use no channels.
class FlowTransport final : public Transport {
 public:
  /// `channels` and `paths` must outlive the transport. Of `params`, only envelope, weight, precision and
  /// resolution are used.
  FlowTransport(flow::FlowChannels const& channels, flow::MessagePaths const& paths,
                flow::FlowParams const& params, TransportCosts const& costs = {});

  bool send(Dispatch const& dispatch) override;
  bool in_progress() const override { return transfers_.in_progress(); }
  bool advance(double until) override;

  /// Returns the number of messages that were detoured because of other messages.
  std::uint64_t detours() const { return detours_; }
  std::span<flow::ChannelTally const> tallies() const { return transfers_.tallies(); }

 private:
  flow::MessagePaths const& paths_;
  TransportCosts const costs_;
  std::vector<double> const capacities_;
  flow::MessageModel messages_;
  flow::Transfers transfers_;
  std::vector<double> latency_;  // by flow
  flow::Message message_;
  flow::Path path_;
  std::uint64_t detours_ = 0;
};

}  // namespace weft::replay
