#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace weft::flit {

/// Things that happen at a later cycle, less than `span` away, by cycle.
template <class Event>
class Wheel {
 public:
  /// What an empty one takes.
  static std::uint64_t bytes(std::uint64_t span) {
    return std::bit_ceil(span + 1) * sizeof(std::vector<Event>);
  }
  explicit Wheel(std::uint64_t span) : slots_(std::bit_ceil(span + 1)), mask_(slots_.size() - 1) {}
  void at(std::uint64_t cycle, Event const& event) { slots_[cycle & mask_].push_back(event); }
  std::vector<Event>& now(std::uint64_t cycle) { return slots_[cycle & mask_]; }

 private:
  std::vector<std::vector<Event>> slots_;
  std::uint64_t mask_;
};

}  // namespace weft::flit
