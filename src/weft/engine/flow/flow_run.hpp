// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "weft/core/estimate.hpp"
#include "weft/core/lost_pairs.hpp"
#include "weft/core/progress.hpp"
#include "weft/engine/flow/flow_channels.hpp"
#include "weft/engine/flow/flow_params.hpp"
#include "weft/engine/flow/message_paths.hpp"
#include "weft/engine/flow/over_time.hpp"
#include "weft/engine/flow/transfers.hpp"
#include "weft/engine/rounds/delay_statistics.hpp"
#include "weft/network/network.hpp"
#include "weft/traffic/traffic.hpp"

namespace weft::flow {

/// Messages of a run in the order of their start times, generated on demand.
class MessageSource {
 public:
  virtual ~MessageSource() = default;
  /// Returns the start time of the next message in seconds; infinity after the last message.
  virtual double next_start() const = 0;
  /// Returns the number of messages that start at next_start().
  virtual std::uint64_t num_next() const = 0;
  /// Appends the next `count` messages, or fewer at the end. Messages that a terminal sends together are not
  /// separated, so more than `count` may be appended.
  virtual void take(std::size_t count, std::vector<Message>& messages) = 0;
};

/// Creates the source of the messages of `traffic`, with the sizes and start times that the options specify.
/// A terminal sends its messages in order. `traffic` must outlive the source.
std::unique_ptr<MessageSource> message_source(Traffic const& traffic, FlowParams const& params,
                                              std::uint64_t seed);

/// Delivery of a message.
struct Delivery {
  std::uint64_t index = 0;
  std::uint32_t from = 0, to = 0;
  double bytes = 0, start = 0, finish = 0;
  double alone = 0;  ///< time without other messages, in s
  double slowdown() const { return alone > 0 ? (finish - start) / alone : 1; }
};

/// Input of a run except its messages.
struct FlowJob {
  FlowChannels const& channels;
  MessagePaths const& paths;
  FlowParams const& params;
  /// Called for each arrived message, in order of time.
  std::function<void(Delivery const&)> delivered = {};
  /// Progress of the run: two steps per message, at its start and at its arrival, since if all messages start
  /// together, computing their rates takes most of the time.
  Progress& progress = no_progress();
};

/// Results of a run of flows. Times are in seconds.
struct FlowOutcome {
  std::uint64_t messages = 0;  ///< number of arrived messages
  double bytes = 0;            ///< bytes of arrived messages, without envelopes
  double first_finish = unlimited, last_finish = 0;
  std::uint64_t detours = 0;      ///< messages that took a detour because of other messages
  std::uint64_t unreachable = 0;  ///< messages without a path
  LostPairs lost_pairs = {};      ///< first pairs of terminals without a path
  std::uint64_t events = 0, rate_changes = 0, fillings = 0, max_moving = 0;
  OverTime over_time = {};
  std::vector<ChannelTally> tallies = {};  ///< by channel
  std::vector<double> capacities = {};     ///< bytes/s of each channel
  std::uint64_t memory = 0;                ///< bytes allocated for messages in flight
  /// Returns a lower bound on the time of any schedule: the maximum over the channels of bytes / capacity.
  double load_bound() const;
};

/// Estimates the time and memory of run_flows for `messages` messages over paths with `hops` channels on
/// average.
Estimate estimate_flows(NetworkSize const& size, FlowParams const& params, double messages, double hops);

/// Sends all messages and simulates until they have arrived. Results are bit-identical for any number of
/// threads.
FlowOutcome run_flows(FlowJob const& job, MessageSource& source);

}  // namespace weft::flow
