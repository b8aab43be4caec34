#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "weft/core/estimate.hpp"
#include "weft/core/progress.hpp"
#include "weft/engine/flow/flow_channels.hpp"
#include "weft/engine/flow/message_paths.hpp"
#include "weft/engine/flow/message_source.hpp"
#include "weft/engine/flow/over_time.hpp"
#include "weft/engine/flow/transfers.hpp"
#include "weft/engine/rounds/delay_statistics.hpp"
#include "weft/network/network_size.hpp"

namespace weft::flow {

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
  std::uint64_t detours = 0;          ///< messages that took one because of others
  std::uint64_t unreachable = 0;      ///< messages that no path serves
  rounds::LostPairs lost_pairs = {};  ///< the first pairs of terminals of these
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
