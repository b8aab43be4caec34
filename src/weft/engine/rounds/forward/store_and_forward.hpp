// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weft/core/estimate.hpp"
#include "weft/core/lost_pairs.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/statistics.hpp"
#include "weft/engine/rounds/delay_statistics.hpp"
#include "weft/engine/rounds/forward/forward_scratch.hpp"
#include "weft/engine/rounds/forward/forward_settings.hpp"
#include "weft/network/layout.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/form/packet_routing.hpp"
#include "weft/traffic/traffic.hpp"

namespace weft::rounds {

/// The load of a class of channels.
struct ClassLoad {
  std::string name;
  std::uint64_t channels = 0, messages = 0, max = 0;  ///< max: of one channel; 0 if loads are not counted
  double mean() const {
    return channels == 0 ? 0 : static_cast<double>(messages) / static_cast<double>(channels);
  }
};

/// Results for the messages of one traffic.
struct ForwardResult {
  std::uint64_t rounds = 0;  ///< until the last delivery (the makespan)
  std::uint64_t messages = 0, delivered = 0;
  std::uint64_t unreachable = 0;     ///< messages without a surviving path, which were not sent
  std::vector<LostPair> lost_pairs;  ///< first pairs of terminals among them, at most LostPairs::limit
  std::uint64_t hops = 0;            ///< sum over all messages
  std::uint64_t transmissions = 0;   ///< hops, and failed transmissions (lost or unacknowledged)
  std::uint64_t duplicates = 0;      ///< transmissions among them that the receiver dropped
  std::uint64_t deflections = 0;     ///< hops that led no closer, for routings that deflect
  Histogram delay;                   ///< rounds from creation to delivery, per message
  DelayStatistics delays;            ///< rounds, hops, cable, delay and time, if messages were recorded
  std::uint64_t longest_queue = 0;
  std::vector<ClassLoad> loads;
};

/// Network, routing and traffic of a run.
struct ForwardJob {
  Network const& network;
  PacketRouting const& routing;
  std::uint64_t seed = 1;
  Layout const* layout = nullptr;  ///< for the cable of each message
  DelayModel delay_model{};
  Progress& progress = no_progress();
};

/// Synchronous rounds on any network with any routing: a channel carries one message per round, or the number
/// that its bandwidth allows (one every 1/b rounds, adding fractions while it is busy); output queues are
/// unbounded; a message that crosses in one round may cross the next channel in the next. Under a routing
/// that deflects, routers have no queues (DeflectionKernel).
class StoreAndForward {
 public:
  struct Params {
    QueueOrder queue = QueueOrder::fifo;
    bool track = false;  ///< record path and time of each message (56 bytes of memory instead of 4 or 8)
    bool loads = true;   ///< count the messages of each channel (4 bytes per channel)
    /// Messages per round of a channel of each class, the last value for all further classes; empty: those of
    /// the topology.
    std::vector<double> bandwidth{};
    double loss = 0;    ///< probability that a transmission is lost, and that an acknowledgment is; below 1
    double jitter = 0;  ///< a transmission lasts 1 + U[0, jitter) rounds; a channel keeps the order
    std::uint64_t max_rounds = 0;  ///< stop at this round; 0: when all messages are delivered
  };

  StoreAndForward() = default;
  explicit StoreAndForward(Params const& params) : params_(params) {}
  Params const& params() const { return params_; }

  /// Sends all messages of the traffic before round 1 and runs until they are delivered.
  ForwardResult run(ForwardJob const& job, Traffic const& traffic) const;

 private:
  Params params_;
};

/// The traffic of a run by store and forward.
struct ForwardWork {
  double messages = 0;
  double hops = 0;    ///< mean hops of a message
  double rounds = 0;  ///< simulated rounds
};

/// Returns the estimate of a run where all messages start together. The network exists.
Estimate estimate_forward(NetworkSize const& size, StoreAndForward::Params const& params,
                          ForwardWork const& work);

}  // namespace weft::rounds
