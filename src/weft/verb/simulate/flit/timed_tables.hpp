// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "weft/core/result.hpp"
#include "weft/engine/flit/message_simulation.hpp"
#include "weft/workload/flow/tables.hpp"

namespace weft::verb {

/// Times of timed messages, in the terms of the engine flow.
class DeliveryStatistics {
 public:
  /// `keeps`: every delivery, for a table of them.
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

/// Tables summary, completion, distribution, unreachable, and deliveries if they were kept.
void add_timed_tables(flit::TimedOutcome const& outcome, DeliveryStatistics const& experience,
                      flit::PacketFormat const& format, Result& result);

/// Returns the verdict: when the last message arrives, or why some messages do not.
std::string answer_of(flit::FlitParams const& params, flit::TimedOutcome const& outcome,
                      DeliveryStatistics const& experience);

}  // namespace weft::verb
