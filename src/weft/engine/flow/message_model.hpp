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

/// Correction factors for messages of at least `from` bytes: the latency is multiplied by `latency`, the
/// bytes are divided by `bandwidth`.
struct SizeFactor {
  double from = 0;  ///< minimum message size in bytes
  double latency = 1, bandwidth = 1;
};

/// Correction factors of messages, as in SimGrid (Velho & Legrand, Accuracy study and improvement of network
/// simulation in the SimGrid framework, SIMUTools 2009; Degomme et al., IEEE TPDS 28, 2017). LV08 and SMPI
/// also define the weight of a message: 1 / (latency + the sum over its channels of weight_bytes /
/// bandwidth).
class SizeFactors {
 public:
  /// Creates an empty list of factors.
  SizeFactors() = default;
  /// `sizes` must be in ascending order.
  explicit SizeFactors(std::vector<SizeFactor> sizes, double weight_bytes = 0)
      : sizes_(std::move(sizes)), weight_bytes_(weight_bytes) {}

  /// Returns the factors of the largest size not above `bytes`; factors of 1 below all sizes.
  SizeFactor of(double bytes) const;
  /// Returns SimGrid's network/weight-S in bytes; 0: SimGrid weights are not used.
  double weight_bytes() const { return weight_bytes_; }

 private:
  std::vector<SizeFactor> sizes_;
  double weight_bytes_ = 0;
};

/// Returns the factors named `none`, `lv08` or `smpi`, or reads them from a CSV file with the columns
/// `bytes,latency_factor,bandwidth_factor`. Throws InputError for an unknown name or an invalid file.
SizeFactors read_size_factors(std::string const& text);
/// Parses the text of a CSV file of factors. Throws InputError at a position in `file`.
SizeFactors parse_size_factors(std::string_view text, std::string file);

/// Model that applies the options of the engine to a message and its path: bytes, latency, weight, and the
/// group that shares the weight.
class MessageModel {
 public:
  /// `capacities`: bytes/s of each channel; they must outlive the model. Throws InputError for invalid
  /// factors.
  MessageModel(FlowParams const& params, std::span<double const> capacities);

  /// Returns the departure of a message at its start time. `latency`: delay in seconds in addition to the
  /// latency of the path.
  Departure departure(Message const& message, Path const& path, double latency = 0) const;

 private:
  double weight(Path const& path, double latency) const;

  Fairness fair_;
  Weighting weighting_;
  double envelope_;
  SizeFactors factors_;
  std::span<double const> capacities_;
};

/// Throws InputError for conflicting options; called before a run starts.
void check_model(FlowParams const& params);

}  // namespace weft::flow
