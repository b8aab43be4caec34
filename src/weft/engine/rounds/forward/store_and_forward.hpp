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

/// Load of a channel class.
struct ClassLoad {
  std::string name;
  std::uint64_t channels = 0, messages = 0, max = 0;  ///< max: over the channels; 0 if loads are not counted
  double mean() const {
    return channels == 0 ? 0 : static_cast<double>(messages) / static_cast<double>(channels);
  }
};

/// Result of StoreAndForward::run().
struct ForwardResult {
  std::uint64_t rounds = 0;  ///< rounds until the last delivery (the makespan)
  std::uint64_t messages = 0, delivered = 0;
  std::uint64_t unreachable = 0;     ///< messages with no surviving path, which were not sent
  std::vector<LostPair> lost_pairs;  ///< first unreachable pairs of terminals, at most LostPairs::limit
  std::uint64_t hops = 0;            ///< sum over all messages
  std::uint64_t transmissions = 0;   ///< hops and failed transmissions (lost or unacknowledged)
  std::uint64_t duplicates = 0;      ///< transmissions that the receiver dropped
  std::uint64_t deflections = 0;     ///< hops that did not reduce the distance, with deflection routings
  Histogram delay;                   ///< rounds from creation to delivery
  /// Rounds, hops, cable length, delay and time, if messages were recorded
  DelayStatistics delays;
  std::uint64_t longest_queue = 0;
  std::vector<ClassLoad> loads;
};

/// Network, routing and layout of a run.
struct ForwardJob {
  Network const& network;
  PacketRouting const& routing;
  std::uint64_t seed = 1;
  Layout const* layout = nullptr;  ///< for the cable length of recorded messages
  DelayModel delay_model{};
  Progress& progress = no_progress();
};

/// Synchronous store and forward on any network with any routing. A channel carries one message per round or,
/// with bandwidth b, one message every 1/b rounds, where fractions accumulate while it is busy. Output queues
/// are unbounded. A message that crosses a channel in a round can cross its next channel in the next round.
/// With a deflection routing, routers have no queues (DeflectionKernel).
class StoreAndForward {
 public:
  struct Params {
    QueueOrder queue = QueueOrder::fifo;
    bool track = false;  ///< record path and time of each message (56 bytes per message instead of 4 or 8)
    bool loads = true;   ///< count the messages of each channel (4 bytes per channel)
    /// Messages per round and channel, by class; the last value applies to all further classes; empty: as in
    /// the topology.
    std::vector<double> bandwidth{};
    /// Probability that a transmission is lost, and that an acknowledgment is lost; below 1
    double loss = 0;
    double jitter = 0;  ///< a transmission lasts 1 + U[0, jitter) rounds; channels preserve the order
    std::uint64_t max_rounds = 0;  ///< maximum number of rounds; 0: until all messages are delivered
  };

  StoreAndForward() = default;
  explicit StoreAndForward(Params const& params) : params_(params) {}
  Params const& params() const { return params_; }

  /// Sends all messages of the traffic before round 1 and runs until they are delivered.
  ForwardResult run(ForwardJob const& job, Traffic const& traffic) const;

 private:
  Params params_;
};

/// Amount of traffic in a store-and-forward run.
struct ForwardWork {
  double messages = 0;
  double hops = 0;    ///< mean hops per message
  double rounds = 0;  ///< number of simulated rounds
};

/// Returns the estimated memory and time of a run in which all messages start together, excluding the memory
/// of the network.
Estimate estimate_forward(NetworkSize const& size, StoreAndForward::Params const& params,
                          ForwardWork const& work);

}  // namespace weft::rounds
