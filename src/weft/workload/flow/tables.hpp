// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/result.hpp"
#include "weft/core/statistics.hpp"
#include "weft/engine/flow/flow_run.hpp"
#include "weft/network/router_names.hpp"

namespace weft {

/// Statistics of positive numbers of any magnitude: exact count, mean and extremes; percentiles to 0.025 %.
class Quantiles {
 public:
  void add(double value);
  RunningStatistics const& statistics() const { return statistics_; }
  double percentile(double part) const;

 private:
  RunningStatistics statistics_;
  Histogram logarithms_;
};

/// Delivery statistics of the messages of a run.
struct MessageStatistics {
  Quantiles completion;  ///< seconds from start to arrival
  Quantiles slowdown;    ///< completion time relative to the message alone in the network
  void add(flow::Delivery const& delivery);
};

/// Adds the tables classes, channels and bottlenecks, and the array channel_busy. `labels`: names of routers.
void add_channel_tables(flow::FlowOutcome const& outcome, flow::FlowChannels const& channels,
                        RouterLabels& labels, Result& result);
/// Returns the table of the messages in flight and of the bytes that arrive, for equal intervals until `end`.
Table over_time_table(flow::OverTime const& over_time, double end);
/// Returns the name of the channel that limits messages for the longest time; empty if there is none.
std::string worst_bottleneck(flow::FlowOutcome const& outcome, flow::FlowChannels const& channels,
                             RouterLabels& labels);
/// Adds the tables completion and distribution.
void add_delivery_tables(MessageStatistics const& deliveries, Result& result);
/// Returns a table with a row for each message, in the order of arrival.
Table deliveries_table(std::vector<flow::Delivery> const& deliveries);
/// Adds the tables summary, completion, distribution, classes, channels, bottlenecks, over_time, events and
/// unreachable, and the array channel_busy.
void add_flow_tables(flow::FlowOutcome const& outcome, MessageStatistics const& deliveries,
                     flow::FlowChannels const& channels, RouterLabels& labels, Result& result);
/// Returns a sentence with the last arrival and the main bottleneck.
std::string answer_of(flow::FlowOutcome const& outcome, MessageStatistics const& deliveries,
                      flow::FlowChannels const& channels, RouterLabels& labels);

}  // namespace weft
