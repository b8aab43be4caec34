// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "weft/traffic/traffic.hpp"

namespace weft::traffic {

/// Traffic restricted to the messages of some senders.
class SomeSenders final : public Traffic {
 public:
  /// `sends`: whether each terminal sends.
  SomeSenders(TrafficPtr traffic, std::vector<bool> sends)
      : traffic_(std::move(traffic)), sends_(std::move(sends)) {
    for (std::uint32_t e = 0; e < sends_.size(); ++e) num_messages_ += messages({e});
  }
  std::uint64_t num_terminals() const override { return traffic_->num_terminals(); }
  std::uint64_t num_messages() const override { return num_messages_; }
  std::uint64_t messages(TerminalId e) const override { return sends_[e.v] ? traffic_->messages(e) : 0; }
  std::uint64_t uniform_messages() const override { return 0; }
  void destinations(TerminalId first, std::uint64_t terminals, std::span<std::uint32_t> out) const override {
    for (auto e = first; terminals > 0; ++e.v, --terminals) {
      auto const own = out.first(messages(e));
      if (!own.empty()) traffic_->destinations(e, 1, own);
      out = out.subspan(own.size());
    }
  }
  std::uint32_t nth_destination(TerminalId e, std::uint64_t k) const override {
    return traffic_->nth_destination(e, k);
  }

 private:
  TrafficPtr traffic_;
  std::vector<bool> sends_;
  std::uint64_t num_messages_ = 0;
};

}  // namespace weft::traffic
