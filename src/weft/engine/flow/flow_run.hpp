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

/// The messages of a run in order of their starts, made as they are asked for.
class MessageSource {
 public:
  virtual ~MessageSource() = default;
  /// The start of the next message; infinity after the last one.
  virtual double next_start() const = 0;
  /// How many messages have the next start.
  virtual std::uint64_t num_next() const = 0;
  /// Appends the next messages, at most `count`.
  virtual void take(std::size_t count, std::vector<Message>& messages) = 0;
};

/// Messages of a relation as the options say: their sizes and starts. A terminal sends its messages in their
/// order. `traffic` has to outlive the source.
std::unique_ptr<MessageSource> message_source(Traffic const& traffic, FlowParams const& params,
                                              std::uint64_t seed);

/// The fate of a message.
struct Delivery {
  std::uint64_t index = 0;
  std::uint32_t from = 0, to = 0;
  double bytes = 0, start = 0, finish = 0;
  double alone = 0;  ///< s that it would take if nothing else moved
  double slowdown() const { return alone > 0 ? (finish - start) / alone : 1; }
};

/// What a run needs beside its messages.
struct FlowJob {
  FlowChannels const& channels;
  MessagePaths const& paths;
  FlowParams const& params;
  /// Called for each message that arrives, in order of time.
  std::function<void(Delivery const&)> delivered = {};
  /// Two steps for each message: where all start together, finding their rates takes longer than the rest.
  Progress& progress = no_progress();
};

/// Results of a run of flows. Times are in seconds.
struct FlowOutcome {
  std::uint64_t messages = 0;  ///< that arrived
  double bytes = 0;            ///< of these, without envelopes
  double first_finish = unlimited, last_finish = 0;
  std::uint64_t detours = 0;      ///< messages that took one because of others
  std::uint64_t unreachable = 0;  ///< messages that no path serves
  LostPairs lost_pairs = {};      ///< the first pairs of terminals of these
  std::uint64_t events = 0, rate_changes = 0, fillings = 0, most_moving = 0;
  OverTime over_time = {};
  std::vector<ChannelTally> tallies = {};  ///< of each channel
  std::vector<double> capacities = {};     ///< bytes/s of each channel
  std::uint64_t memory = 0;                ///< bytes held for messages in flight
  /// No schedule is faster: the maximum over the channels of bytes / capacity.
  double load_bound() const;
};

/// run_flows, where paths have `hops` channels on average.
Estimate estimate_flows(NetworkSize const& size, FlowParams const& params, double messages, double hops);

/// Sends all messages and follows them until they have arrived. The same bits on any number of threads.
FlowOutcome run_flows(FlowJob const& job, MessageSource& source);

}  // namespace weft::flow
