// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "weft/core/random.hpp"
#include "weft/engine/flit/flit_params.hpp"

namespace weft::flit {

/// Arrival process of the packets of a terminal: Bernoulli trials in every cycle, or only during bursts,
/// whose lengths and distances are geometrically distributed (Dally & Towles, sec. 24.2).
class ArrivalLaw {
 public:
  static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();
  /// State of the arrival process of a terminal.
  struct Memory {
    std::uint64_t next = 0;       ///< cycle of the next packet
    std::uint64_t burst_end = 0;  ///< only with on_off
  };

  /// Creates a process with packets in the cycles `from` to `until` - 1 only.
  explicit ArrivalLaw(FlitParams const& params, std::uint64_t from = 0, std::uint64_t until = never)
      : from_(from), until_(until) {
    auto const flits = mean_packet_size(params);
    if (params.injection == Injection::batch || params.injection == Injection::timed) return;
    bursts_ = params.injection == Injection::on_off && params.rate < params.burst_rate;
    packet_ = per_log(std::min(1.0, (bursts_ ? params.burst_rate : params.rate) / flits));
    if (!bursts_) return;
    auto const share = params.rate / params.burst_rate;
    on_ = per_log(1 / params.burst);
    auto const mean_off = share > 0 ? params.burst * (1 - share) / share : 0;
    may_touch_ = mean_off < 1;
    off_ = per_log(may_touch_ ? 1 / (1 + mean_off) : 1 / mean_off);
    never_ = share == 0;
  }

  /// Draws the cycle of the first packet. An on-off process starts with a pause before its first burst.
  void start(Memory& memory, Rng& rng) const {
    memory = {};
    if (bursts_ && !never_) {
      memory.next = off(rng);
      memory.burst_end = memory.next + gap(rng, on_);
      --memory.next;
    }
    memory.next += from_;
    memory.burst_end += from_;
    advance(memory, rng);
    if (memory.next != never && !bursts_) --memory.next;
  }
  /// Draws the cycle of the packet after memory.next.
  void advance(Memory& memory, Rng& rng) const {
    if (packet_ == 0 || never_) {
      memory.next = never;
      return;
    }
    memory.next += gap(rng, packet_);
    while (bursts_ && memory.next >= memory.burst_end) {
      auto const begin = memory.burst_end + off(rng);
      memory.burst_end = begin + gap(rng, on_);
      memory.next = begin + gap(rng, packet_) - 1;
    }
    if (memory.next >= until_) memory.next = never;
  }

 private:
  /// Returns 1 / log(1 - p), the factor that converts exponential to geometric random numbers; 0 for p = 0,
  /// and a tiny negative number for p = 1.
  static double per_log(double p) { return p <= 0 ? 0 : p >= 1 ? -1e-300 : 1 / std::log1p(-p); }
  /// Draws the number of trials up to and including the first success.
  static std::uint64_t gap(Rng& rng, double per_log) {
    return 1 + static_cast<std::uint64_t>(std::min(0x1p62, std::log(1 - rng.uniform()) * per_log));
  }
  /// Draws the number of cycles between two bursts.
  std::uint64_t off(Rng& rng) const { return gap(rng, off_) - (may_touch_ ? 1 : 0); }

  double packet_ = 0, on_ = 0, off_ = 0;
  std::uint64_t from_ = 0, until_ = never;
  bool bursts_ = false, never_ = false;
  bool may_touch_ = false;  ///< the mean distance between bursts is below a cycle, so bursts may be adjacent
};

}  // namespace weft::flit
