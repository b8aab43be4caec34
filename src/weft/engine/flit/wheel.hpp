// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace weft::flit {

/// Events at later cycles, less than `span` away, by cycle.
template <class Event>
class Wheel {
 public:
  /// The memory of an empty one.
  static std::uint64_t bytes(std::uint64_t span) {
    return std::bit_ceil(span + 1) * sizeof(std::vector<Event>);
  }
  explicit Wheel(std::uint64_t span) : slots_(std::bit_ceil(span + 1)), mask_(slots_.size() - 1) {}
  void schedule(std::uint64_t cycle, Event const& event) { slots_[cycle & mask_].push_back(event); }
  std::vector<Event>& now(std::uint64_t cycle) { return slots_[cycle & mask_]; }
  std::vector<Event> const& now(std::uint64_t cycle) const { return slots_[cycle & mask_]; }
  /// The events of each cycle modulo the size of this, in the order of `schedule`.
  std::span<std::vector<Event> const> slots() const { return slots_; }
  /// Removes all events, which all come in cycle `from` or later: calls visit(cycles after `from`, event)
  /// in the order of their cycles, and for one cycle in that of `schedule`.
  template <class Visit>
  void drain(std::uint64_t from, Visit&& visit) {
    for (std::uint64_t after = 0; after <= mask_; ++after) {
      auto& events = now(from + after);
      for (auto const& event : events) visit(after, event);
      events.clear();
    }
  }

 private:
  std::vector<std::vector<Event>> slots_;
  std::uint64_t mask_;
};

}  // namespace weft::flit
