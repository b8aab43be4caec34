// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>

#include "weft/core/progress.hpp"

namespace weft::flit {

/// Progress of a sweep, in cycles. The expected total is the sum over the started runs, plus their mean for
/// each run that has not started.
class SweepProgress {
 public:
  /// `runs`: the expected number of runs.
  SweepProgress(Progress& listener, std::uint64_t runs) : listener_(listener), runs_(runs) {}

  /// Progress of one run of the sweep; updates the expected total cycles of the sweep.
  class Run final : public ForwardingProgress {
   public:
    explicit Run(SweepProgress& sweep) : ForwardingProgress(sweep.listener_), sweep_(sweep) {}
    void start(std::string_view, std::uint64_t total, std::string_view) override {
      sweep_.begin();
      set_total(total);
    }
    void set_total(std::uint64_t total) override {
      sweep_.set_total(total_, total);
      total_ = total;
    }
    /// Ends the run, possibly before its expected end.
    void finish() override { set_total(done_); }

   private:
    void count(std::uint64_t steps) override {
      done_ += steps;
      ForwardingProgress::count(steps);
    }
    SweepProgress& sweep_;
    std::uint64_t total_ = 0, done_ = 0;
  };

 private:
  void begin() {
    std::lock_guard const lock(changing_);
    ++started_;
  }
  void set_total(std::uint64_t before, std::uint64_t now) {
    std::lock_guard const lock(changing_);
    cycles_ += now - before;
    auto const to_come = runs_ > started_ ? runs_ - started_ : 0;
    listener_.set_total(cycles_ + to_come * (cycles_ / std::max<std::uint64_t>(started_, 1)));
  }

  Progress& listener_;
  std::mutex changing_;
  std::uint64_t runs_, started_ = 0, cycles_ = 0;
};

}  // namespace weft::flit
