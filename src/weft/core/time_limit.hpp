// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/core/progress.hpp"

namespace weft {

/// Forwards all calls to another listener, and rejects work if the total time will exceed a limit, according
/// to its announced duration, or to the rate of a stage between its 10th and its 60th second. The rate is the
/// overall rate or the rate since the 5th second, whichever is higher, because a simulation delivers few
/// messages at first. Throws InputError with the estimate.
class TimeLimit final : public ForwardingProgress {
 public:
  using Clock = std::chrono::steady_clock;
  /// Limits the time to `seconds`. Uses the clock `now`; tests supply their own.
  TimeLimit(Progress& listener, double seconds, Clock::time_point (*now)() = Clock::now);

  void start(std::string_view label, std::uint64_t total, std::string_view unit) override;
  void expect(double seconds, std::string_view what, double share) override {
    check(seconds, what, {}, share * limit_);
  }
  void finish() override;

 private:
  void count(std::uint64_t steps) override;
  double since(Clock::time_point before) const;
  void check(double seconds, std::string_view what, std::string const& how, double limit) const;

  double const limit_;
  Clock::time_point (*const now_)();
  std::string label_;
  std::uint64_t total_ = 0;
  Clock::time_point const start_;
  Clock::time_point begin_;  ///< start of the stage
  static constexpr auto not_yet = ~std::uint64_t{0};
  std::atomic<std::uint64_t> done_{0}, done_halfway_{not_yet};
};

/// Returns a duration in everyday units: "40 s", "25 minutes", "3 hours", "12 days", "5e+03 years".
std::string format_duration(double seconds);

}  // namespace weft
