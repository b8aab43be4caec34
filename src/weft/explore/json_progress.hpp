// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "weft/core/progress.hpp"
#include "weft/io/json_text.hpp"

namespace weft::explore {

/// Progress of a request, reported to a page as JSON `{"share": 0.3, "text": ".."}`: first the estimate of a
/// long request, then its state. The share is null if the number of steps is unknown.
class JsonProgress final : public PrintedProgress {
 public:
  using Sink = std::function<void(std::string const& json)>;

  explicit JsonProgress(Sink sink) : sink_(std::move(sink)) {}
  /// Reports estimates of at least 3 s.
  void expect(double seconds, std::string_view what, double share) override;

 private:
  void show() override;
  void send(JsonText const& share, std::string const& text) const;

  Sink sink_;
};

}  // namespace weft::explore
