// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "weft/engine/flow/rates.hpp"

namespace weft::flow {

/// Messages in flight on each channel: the sum of the shares of the messages that were sent and have not
/// arrived. For routings that use queues, they are also available as queue lengths: a message counts as 64
/// flits on the slowest channels, and as fewer flits on faster channels.
class MessagesInFlight {
 public:
  explicit MessagesInFlight(std::span<double const> capacities)
      : capacities_(capacities.begin(), capacities.end()),
        messages_(capacities.size(), 0),
        queues_(capacities.size(), 0) {
    for (auto const capacity : capacities) slowest_ = std::min(slowest_, capacity);
  }

  void add(Hop const& hop) { change(hop.channel, hop.share); }
  void remove(Hop const& hop) { change(hop.channel, -hop.share); }
  double messages(std::uint32_t channel) const { return messages_[channel]; }
  /// Returns the share of a channel in bytes/s that one more message would receive if all shares were equal.
  double part_of_another(std::uint32_t channel) const {
    return capacities_[channel] / (messages_[channel] + 1);
  }
  std::span<std::int32_t const> queues() const { return queues_; }

 private:
  static constexpr double flits = 64, longest = 1 << 24;
  void change(std::uint32_t channel, double share) {
    auto& messages = messages_[channel];
    messages += share;
    queues_[channel] =
        static_cast<std::int32_t>(std::min(longest, flits * messages * slowest_ / capacities_[channel]));
  }

  std::vector<double> capacities_, messages_;
  std::vector<std::int32_t> queues_;
  double slowest_ = unlimited;
};

}  // namespace weft::flow
