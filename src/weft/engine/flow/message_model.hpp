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

/// Correction factors of the model by the size of a message: its latency is multiplied, its bytes are
/// divided.
struct SizeFactor {
  double from = 0;  ///< minimum message size in bytes
  double latency = 1, bandwidth = 1;
};

/// Correction factors of messages, as in SimGrid (Velho & Legrand, Accuracy study and improvement of network
/// simulation in the SimGrid framework, SIMUTools 2009; Degomme et al., IEEE TPDS 28, 2017). LV08 and SMPI
/// also define weights: the weight of a message is 1 / (latency + the sum over its channels of weight_bytes /
/// bandwidth).
class SizeFactors {
 public:
  /// Creates an empty list of factors.
  SizeFactors() = default;
  /// `sizes` must be in ascending order.
  explicit SizeFactors(std::vector<SizeFactor> sizes, double weight_bytes = 0)
      : sizes_(std::move(sizes)), weight_bytes_(weight_bytes) {}

  /// Returns the factor of the largest size not above `bytes`; 1 below all sizes.
  SizeFactor of(double bytes) const;
  /// Returns the weight bytes of SimGrid; 0: the weights are not those of SimGrid.
  double weight_bytes() const { return weight_bytes_; }

 private:
  std::vector<SizeFactor> sizes_;
  double weight_bytes_ = 0;
};

/// Reads `none`, `lv08`, `smpi`, or the path of a CSV file `bytes,latency_factor,bandwidth_factor`. Throws
/// InputError.
SizeFactors read_size_factors(std::string const& text);
/// Parses the text of a file of factors; `file` is its name in errors.
SizeFactors parse_size_factors(std::string_view text, std::string file);

/// Application of the engine's options to a message and its path: bytes, latency, weight, and the group that
/// shares the weight.
class MessageModel {
 public:
  /// `capacities`: bytes/s of each channel; they must outlive the model. Throws InputError for invalid
  /// factors.
  MessageModel(FlowParams const& params, std::span<double const> capacities);

  /// Returns the departure of a message at its start time. `latency`: in addition to the latency of the path.
  Departure departure(Message const& message, Path const& path, double latency = 0) const;

 private:
  double weight(Path const& path, double latency) const;

  Fairness fair_;
  Weighting weighting_;
  double envelope_;
  SizeFactors factors_;
  std::span<double const> capacities_;
};

/// Throws InputError for options that conflict, before a run starts.
void check_model(FlowParams const& params);

}  // namespace weft::flow
