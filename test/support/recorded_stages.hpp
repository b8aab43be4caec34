// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "weft/core/progress.hpp"

namespace weft::test {

/// A stage of a computation, as a listener hears of it.
struct RecordedStage {
  std::string label;
  std::uint64_t total = 0, done = 0;
  bool finished = false;
  friend bool operator==(RecordedStage const&, RecordedStage const&) = default;
};

/// Keeps all stages.
class RecordedStages final : public Progress {
 public:
  void start(std::string_view label, std::uint64_t total, std::string_view) override {
    all_.push_back({std::string(label), total});
    done_ = 0;
  }
  void finish() override {
    all_.back().done = done_;
    all_.back().finished = true;
  }
  std::vector<RecordedStage> const& all() const { return all_; }

 private:
  void count(std::uint64_t steps) override { done_ += steps; }

  std::vector<RecordedStage> all_;
  std::atomic<std::uint64_t> done_{0};
};

}  // namespace weft::test
