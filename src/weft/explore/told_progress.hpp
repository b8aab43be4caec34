// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "weft/core/progress.hpp"
#include "weft/io/json_text.hpp"

namespace weft::explore {

/// Tells a page what a request does: its estimate, if it takes long, then its state, as JSON
/// `{"share": 0.3, "text": ".."}`; the share is null where the number of steps is not known.
class ToldProgress final : public ShownProgress {
 public:
  using Tell = std::function<void(std::string const& json)>;

  explicit ToldProgress(Tell tell) : tell_(std::move(tell)) {}
  /// Tells estimates of more than 3 s.
  void expect(double seconds, std::string_view what, double share) override;

 private:
  void show() override;
  void send(JsonText const& share, std::string const& text) const;

  Tell tell_;
};

}  // namespace weft::explore
