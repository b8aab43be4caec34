#pragma once

#include <span>

#include "weft/engine/flow/flow_params.hpp"
#include "weft/engine/flow/message_paths.hpp"
#include "weft/engine/flow/size_factors.hpp"
#include "weft/engine/flow/transfers.hpp"

namespace weft::flow {

/// What the options of the engine make of a message and its path: bytes, latency, weight, and with whom it
/// shares the weight.
class MessageModel {
 public:
  /// `capacities`: bytes/s of each channel; they have to outlive the model. Throws InputError for factors
  /// that cannot be read.
  MessageModel(FlowParams const& params, std::span<double const> capacities);

  /// `latency`: in addition to that of the path. The time is the start of the message.
  Departure departure(Message const& message, Path const& path, double latency = 0) const;

 private:
  double weight(Path const& path, double latency) const;

  Fairness fair_;
  Weighting weighting_;
  double envelope_;
  SizeFactors factors_;
  std::span<double const> capacities_;
};

/// Throws InputError for options that contradict each other, before anything runs.
void check_model(FlowParams const& params);

}  // namespace weft::flow
