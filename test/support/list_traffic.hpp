// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "weft/traffic/traffic.hpp"

namespace weft {

/// A message relation spelled out: list[e] holds the destinations of terminal e.
class ListTraffic : public Traffic {
 public:
  explicit ListTraffic(std::vector<std::vector<std::uint32_t>> list) : list_(std::move(list)) {
    for (auto const& of_terminal : list_) num_messages_ += of_terminal.size();
    bool const equal = std::all_of(list_.begin(), list_.end(), [&](auto const& of_terminal) {
      return of_terminal.size() == list_.front().size();
    });
    uniform_ = equal && !list_.empty() ? list_.front().size() : 0;
  }
  std::uint64_t num_terminals() const override { return list_.size(); }
  std::uint64_t num_messages() const override { return num_messages_; }
  std::uint64_t messages(TerminalId e) const override { return list_[e.v].size(); }
  std::uint64_t uniform_messages() const override { return uniform_; }
  void destinations(TerminalId first, std::uint64_t terminals, std::span<std::uint32_t> out) const override {
    auto to = out.begin();
    for (std::uint64_t e = first.v; e < first.v + terminals; ++e)
      to = std::copy(list_[e].begin(), list_[e].end(), to);
  }

 private:
  std::vector<std::vector<std::uint32_t>> list_;
  std::uint64_t num_messages_ = 0, uniform_ = 0;
};

}  // namespace weft
