// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "weft/core/result.hpp"
#include "weft/engine/flit/message_simulation.hpp"
#include "weft/workload/flow/tables.hpp"

namespace weft::verb {

/// Delivery times of timed messages, with the statistics of the engine flow.
class DeliveryStatistics {
 public:
  /// `keeps`: whether to store every delivery, for a table.
  DeliveryStatistics(std::span<TimedMessage const> messages, bool keeps)
      : messages_(messages), keeps_(keeps) {}
  void add(flit::TimedDelivery const& it);
  MessageStatistics const& all() const { return all_; }
  std::vector<flow::Delivery> const& deliveries() const { return deliveries_; }

 private:
  std::span<TimedMessage const> messages_;
  bool keeps_;
  MessageStatistics all_;
  std::vector<flow::Delivery> deliveries_;
};

/// Adds the tables summary, completion, distribution and unreachable, and deliveries if they were stored.
void add_timed_tables(flit::TimedOutcome const& outcome, DeliveryStatistics const& experience,
                      flit::PacketFormat const& format, Result& result);

/// Returns the verdict: the arrival time of the last message, or the reason why messages are not delivered.
std::string answer_of(flit::FlitParams const& params, flit::TimedOutcome const& outcome,
                      DeliveryStatistics const& experience);

}  // namespace weft::verb
