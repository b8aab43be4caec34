// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/result.hpp"
#include "weft/core/statistics.hpp"
#include "weft/engine/flow/flow_run.hpp"
#include "weft/network/router_names.hpp"

namespace weft {

/// Positive numbers of any size: count, mean and extremes exactly, percentiles to 0.025 %.
class Quantiles {
 public:
  void add(double value);
  RunningStatistics const& statistics() const { return statistics_; }
  double percentile(double part) const;

 private:
  RunningStatistics statistics_;
  Histogram logarithms_;
};

/// What the messages of a run experienced.
struct Experience {
  Quantiles completion;  ///< s from start to arrival
  Quantiles slowdown;    ///< completion over that of the message alone
  void add(flow::Delivery const& delivery);
};

/// Tables classes, channels and bottlenecks; array channel_busy. `labels`: what the routers are called.
void add_channel_tables(flow::FlowOutcome const& outcome, flow::FlowChannels const& channels,
                        RouterLabels& labels, Result& result);
/// Messages that move and bytes that arrive in equal parts of the time until `end`.
Table over_time_table(flow::OverTime const& over_time, double end);
/// The channel that holds messages back most, or empty.
std::string worst_bottleneck(flow::FlowOutcome const& outcome, flow::FlowChannels const& channels,
                             RouterLabels& labels);
/// Tables completion and distribution.
void add_experience_tables(Experience const& experience, Result& result);
/// A row for each message, in order of arrival.
Table deliveries_table(std::vector<flow::Delivery> const& deliveries);
/// Tables summary, completion, distribution, classes, channels, bottlenecks, over_time, events and
/// unreachable; array channel_busy.
void add_flow_tables(flow::FlowOutcome const& outcome, Experience const& experience,
                     flow::FlowChannels const& channels, RouterLabels& labels, Result& result);
/// Says when the last message arrives and what held messages up most.
std::string answer_of(flow::FlowOutcome const& outcome, Experience const& experience,
                      flow::FlowChannels const& channels, RouterLabels& labels);

}  // namespace weft
