// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace weft::flit {

/// Timing wheel: the events of future cycles, at most `span` cycles ahead.
template <class Event>
class Wheel {
 public:
  /// Returns the memory of an empty wheel in bytes.
  static std::uint64_t bytes(std::uint64_t span) {
    return std::bit_ceil(span + 1) * sizeof(std::vector<Event>);
  }
  explicit Wheel(std::uint64_t span) : slots_(std::bit_ceil(span + 1)), mask_(slots_.size() - 1) {}
  void schedule(std::uint64_t cycle, Event const& event) { slots_[cycle & mask_].push_back(event); }
  std::vector<Event>& now(std::uint64_t cycle) { return slots_[cycle & mask_]; }
  std::vector<Event> const& now(std::uint64_t cycle) const { return slots_[cycle & mask_]; }
  /// Returns the events of each slot, in the order of `schedule`; the slot of an event is its cycle modulo
  /// the number of slots.
  std::span<std::vector<Event> const> slots() const { return slots_; }
  /// Removes all events and calls visit(cycles after `from`, event) for each: by cycle, and within a cycle in
  /// the order of `schedule`. All events must be due in cycle `from` or later.
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
