#pragma once

#include "weft/core/progress.hpp"
#include "weft/verb/simulate/flit/flit_assembly.hpp"

namespace weft::verb {

/// The cycles that a run is likely to take; without `cycles` the engine ends it when it is precise enough.
std::uint64_t expected_cycles(flit::FlitParams const& params);

/// Reports the minimum time of that many runs in sequence to the progress.
void expect_cycles(FlitAssembly const& setting, flit::FlitNetwork const& machine, std::size_t runs,
                   Progress& progress);

/// Shows a run as the cycles that it is likely to take, not those that it takes at most.
class CyclesOfRun final : public ForwardingProgress {
 public:
  CyclesOfRun(Progress& listener, flit::FlitParams const& params)
      : ForwardingProgress(listener), params_(params) {}
  void start(std::string_view label, std::uint64_t total, std::string_view unit) override {
    listener_.start(label, unit == "cycles" ? expected_cycles(params_) : total, unit);
  }

 private:
  flit::FlitParams const& params_;
};

/// Counts the cycles of a run as a part of a stage that somebody else has started.
class CyclesOfPart final : public ForwardingProgress {
 public:
  using ForwardingProgress::ForwardingProgress;
  void start(std::string_view, std::uint64_t, std::string_view) override {}
  void finish() override {}
};

}  // namespace weft::verb
