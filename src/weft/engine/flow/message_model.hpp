// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "weft/engine/flow/flow_params.hpp"
#include "weft/engine/flow/message_paths.hpp"
#include "weft/engine/flow/transfers.hpp"

namespace weft::flow {

/// What a message costs more than the model says, by its size: its latency is multiplied, its bytes are
/// divided.
struct SizeFactor {
  double from = 0;  ///< bytes: of messages of at least that size
  double latency = 1, bandwidth = 1;
};

/// Correction factors of messages. SimGrid has them (Velho & Legrand, Accuracy study and improvement of
/// network simulation in the SimGrid framework, SIMUTools 2009; Degomme et al., IEEE TPDS 28, 2017); those of
/// LV08 and SMPI come with weights: that of a message is 1 / (latency + the sum over its channels of
/// weight_bytes / bandwidth).
class SizeFactors {
 public:
  /// No factors.
  SizeFactors() = default;
  /// `sizes` in ascending order.
  explicit SizeFactors(std::vector<SizeFactor> sizes, double weight_bytes = 0)
      : sizes_(std::move(sizes)), weight_bytes_(weight_bytes) {}

  /// The factor of the largest size not above `bytes`; 1 below all.
  SizeFactor of(double bytes) const;
  /// 0: the weights are not those of SimGrid.
  double weight_bytes() const { return weight_bytes_; }

 private:
  std::vector<SizeFactor> sizes_;
  double weight_bytes_ = 0;
};

/// Reads `none`, `lv08`, `smpi`, or the path of a CSV file `bytes,latency_factor,bandwidth_factor`. Throws
/// InputError.
SizeFactors read_size_factors(std::string const& text);
/// The same of the text of a file; `file` names it in errors.
SizeFactors parse_size_factors(std::string_view text, std::string file);

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
