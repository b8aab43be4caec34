#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace weft::flit {

/// A virtual channel of a router of a partition, in one number.
using VcEvent = std::uint32_t;
inline constexpr std::uint32_t bits_of_vc = 6;  ///< for at most 64 of a router
inline constexpr std::uint32_t router_of(VcEvent event) { return event >> bits_of_vc; }
inline constexpr std::uint32_t vc_of(VcEvent event) { return event & ((1u << bits_of_vc) - 1); }
inline constexpr VcEvent vc_event(std::uint32_t router, std::uint32_t vc) {
  return router << bits_of_vc | vc;
}

/// Events of later cycles, less than `span` away: a list for each cycle, with a place for as many as there
/// can be. Only what is used of it takes memory.
class EventRing {
 public:
  EventRing(std::uint64_t span, std::size_t most_of_a_cycle)
      : most_(most_of_a_cycle),
        last_(std::bit_ceil(span + 1) - 1),
        events_(std::make_unique_for_overwrite<VcEvent[]>(static_cast<std::size_t>(last_ + 1) * most_)) {
    for (std::size_t slot = 0; slot <= last_; ++slot) end_.push_back(&events_[slot * most_]);
  }

  void put(std::uint64_t cycle, VcEvent event) { *end_[static_cast<std::size_t>(cycle & last_)]++ = event; }
  std::span<VcEvent const> of(std::uint64_t cycle) const {
    auto const slot = static_cast<std::size_t>(cycle & last_);
    return {&events_[slot * most_], end_[slot]};
  }
  void clear(std::uint64_t cycle) {
    auto const slot = static_cast<std::size_t>(cycle & last_);
    end_[slot] = &events_[slot * most_];
  }

 private:
  std::size_t most_;
  std::uint64_t last_;
  std::unique_ptr<VcEvent[]> events_;
  std::vector<VcEvent*> end_;  // by cycle: behind its last event
};

}  // namespace weft::flit
