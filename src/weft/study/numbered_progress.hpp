#pragma once

#include <cstddef>
#include <string>

#include <fmt/format.h>

#include "weft/core/progress.hpp"

namespace weft::study {

/// The progress of one of several runs: `3 of 44: sweep`.
class NumberedProgress final : public ForwardingProgress {
 public:
  NumberedProgress(Progress& whole, std::size_t number, std::size_t count)
      : ForwardingProgress(whole), prefix_(count > 1 ? fmt::format("{} of {}: ", number, count) : "") {}

  void start(std::string_view label, std::uint64_t total, std::string_view unit) override {
    listener_.start(prefix_ + std::string(label), total, unit);
  }

 private:
  std::string prefix_;
};

}  // namespace weft::study
