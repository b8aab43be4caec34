#pragma once

#include <bit>
#include <cstdint>
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

 private:
  std::vector<std::vector<Event>> slots_;
  std::uint64_t mask_;
};

}  // namespace weft::flit
