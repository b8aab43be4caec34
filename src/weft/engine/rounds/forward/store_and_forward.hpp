#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/statistics.hpp"
#include "weft/engine/rounds/delay_statistics.hpp"
#include "weft/engine/rounds/forward/forward_scratch.hpp"
#include "weft/engine/rounds/forward/forward_settings.hpp"
#include "weft/network/layout.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/routing.hpp"
#include "weft/traffic/traffic.hpp"

namespace weft {

template <>
inline constexpr std::array enum_values<rounds::QueueOrder> = {
    EnumValue<rounds::QueueOrder>{"fifo", rounds::QueueOrder::fifo, "first come, first served"},
    EnumValue<rounds::QueueOrder>{"farthest_first", rounds::QueueOrder::farthest_first,
                                  "the message with most hops left, the earliest arrival among equals"},
};

}  // namespace weft

namespace weft::rounds {

/// What a class of channels carried.
struct ClassLoad {
  std::string name;
  std::uint64_t channels = 0, messages = 0, max = 0;  ///< max: of one channel; 0 if loads are not counted
  double mean() const {
    return channels == 0 ? 0 : static_cast<double>(messages) / static_cast<double>(channels);
  }
};

/// What became of the messages of one traffic.
struct ForwardResult {
  std::uint64_t rounds = 0;  ///< until the last delivery (the makespan)
  std::uint64_t messages = 0, delivered = 0;
  std::uint64_t unreachable = 0;     ///< messages without a way over what has not failed; they were not sent
  std::vector<LostPair> lost_pairs;  ///< of these, the first pairs of terminals, at most LostPairs::limit
  std::uint64_t hops = 0;            ///< sum over all messages
  std::uint64_t transmissions =
      0;  ///< hops, and what was sent in vain (lost, or received without being known to be)
  std::uint64_t duplicates = 0;  ///< of these, those that the receiver dropped
  Histogram delay;               ///< rounds from birth to delivery, per message
  DelayStatistics delays;        ///< rounds, hops, cable and delay per message, if messages were tracked
  std::uint64_t longest_queue = 0;
  std::vector<ClassLoad> loads;
};

/// Where and with what a run takes place.
struct ForwardJob {
  Network const& network;
  RoutingFunction const& routing;
  std::uint64_t seed = 1;
  Layout const* layout = nullptr;  ///< for the cable of each message
  DelayModel delay_model{};
  Progress& progress = no_progress();
};

/// Synchronous rounds on any network with any routing: a channel carries one message per round, or as many as its bandwidth
/// says (one every 1/b rounds, adding up fractions while it is busy); output queues are unbounded; a message that crosses in
/// one round may cross the next channel in the next.
class StoreAndForward {
 public:
  struct Params {
    QueueOrder queue = QueueOrder::fifo;
    bool track = false;
    bool loads = true;
    std::string bandwidth{};
    double loss = 0;
    double jitter = 0;
    std::int64_t max_rounds = 0;
  };
  static constexpr std::string_view name = "store_and_forward";
  static constexpr std::string_view doc =
      "Synchronous rounds on any topology with any routing: a channel carries one message per round, or as "
      "many as the bandwidth of its class says; output queues are unbounded.";
  static constexpr std::tuple schema{
      param("queue", &Params::queue, "which message of an output queue goes first"),
      param("track", &Params::track,
            "measure hops and cable of each message (40 bytes per message instead of 4 or 8)"),
      param("loads", &Params::loads, "count the messages of each channel (4 bytes per channel)"),
      param("bandwidth", &Params::bandwidth,
            "messages per round of a channel of each class, e.g. 1x0.5x0.25, the last one for all further "
            "classes; empty: the topology's"),
      param(
          "loss", &Params::loss, Range{0, 0.99},
          "probability that a transmission is lost, and that an acknowledgement is; each channel repeats its "
          "message until it is acknowledged"),
      param("jitter", &Params::jitter, Range{0, 1e6},
            "asynchronous execution: a transmission takes 1 + U[0, jitter) rounds; a channel keeps the order "
            "of its messages",
            "rounds"),
      param("max_rounds", &Params::max_rounds, Range{0, 1e15}, "stop there; 0: when all is delivered"),
  };

  StoreAndForward() = default;
  explicit StoreAndForward(Params const& params) : params_(params) {}
  Params const& params() const { return params_; }

  /// Sends all messages of the traffic before round 1 and runs until they are delivered.
  ForwardResult run(ForwardJob const& job, Traffic const& traffic) const;

 private:
  Params params_;
};

}  // namespace weft::rounds
