// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace weft {

/// A sink that passes formatted text to `take` piece by piece, so that the complete text is never in memory.
/// `finish` passes the rest.
class TextSink {
 public:
  explicit TextSink(std::function<void(std::string_view)> take) : take_(std::move(take)) {}

  template <class... Args>
  void print(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(buffer_), format, std::forward<Args>(args)...);
    if (buffer_.size() >= piece) finish();
  }
  void finish() {
    take_(buffer_);
    buffer_.clear();
  }

 private:
  static constexpr std::size_t piece = 1 << 16;
  std::function<void(std::string_view)> take_;
  std::string buffer_;
};

}  // namespace weft
