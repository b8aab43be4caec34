#pragma once

#include <cstddef>
#include <string>

#include <fmt/format.h>

#include "weft/core/progress.hpp"

namespace weft::study {

/// The progress of one of several runs: `3 of 44: sweep`.
class NumberedProgress final : public Progress {
 public:
  NumberedProgress(Progress& whole, std::size_t number, std::size_t count)
      : whole_(whole), prefix_(count > 1 ? fmt::format("{} of {}: ", number, count) : "") {}

  void start(std::string_view label, std::uint64_t total, std::string_view unit) override {
    whole_.start(prefix_ + std::string(label), total, unit);
  }
  void tell(std::string_view status) override { whole_.tell(status); }
  void finish() override { whole_.finish(); }

 private:
  void count(std::uint64_t steps) override { whole_.advance(steps); }

  Progress& whole_;
  std::string prefix_;
};

}  // namespace weft::study
