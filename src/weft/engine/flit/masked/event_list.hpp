// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>

#include "weft/engine/flit/masked/lanes.hpp"

namespace weft::flit {

/// A virtual channel of a router of the partition, packed into an integer.
using VcEvent = std::uint32_t;
inline constexpr std::uint32_t bits_of_vc = 6;  ///< at most 64 virtual channels per router
inline constexpr std::uint32_t router_of(VcEvent event) { return event >> bits_of_vc; }
inline constexpr std::uint32_t vc_of(VcEvent event) { return event & ((1u << bits_of_vc) - 1); }
inline constexpr VcEvent vc_event(std::uint32_t router, std::uint32_t vc) {
  return router << bits_of_vc | vc;
}

/// A list of at most `capacity` virtual channels, without reallocation.
class EventList {
 public:
  explicit EventList(std::size_t capacity)
      : events_(std::make_unique_for_overwrite<VcEvent[]>(capacity + at_once)), end_(events_.get()) {}

  /// Appends the virtual channels in the sets of consecutive routers from `first` on.
  template <class Word>
  [[gnu::always_inline]] void append(typename Lanes<Word>::Vector const& sets, std::uint32_t first) {
    Word of_lane[Lanes<Word>::count];
    std::memcpy(of_lane, &sets, sizeof(sets));
    for (auto left = Lanes<Word>::nonempty(sets); left != 0; left &= left - 1) {
      auto const lane = static_cast<std::uint32_t>(std::countr_zero(left));
      append_set(of_lane[lane], vc_event(first + lane, 0));
    }
  }
  std::span<VcEvent const> events() const { return {events_.get(), end_}; }
  void clear() { end_ = events_.get(); }

 private:
  static constexpr std::uint32_t at_once = 4;

  /// Appends a set. Always writes a fixed number of entries, sufficient for most sets, which avoids branch
  /// mispredictions (Lemire, Really fast bitset decoding for "average" densities, 2019).
  template <class Word>
  [[gnu::always_inline]] void append_set(Word set, VcEvent base) {
    auto const size = static_cast<std::uint32_t>(std::popcount(set));
    constexpr auto top = Lanes<Word>::bit(Lanes<Word>::bits - 1);  // avoids a branch for the empty set
    auto* to = end_;
    end_ += size;
    for (;; to += at_once) {
      for (std::uint32_t i = 0; i < at_once; ++i) {
        to[i] = base + static_cast<std::uint32_t>(std::countr_zero(static_cast<Word>(set | top)));
        set &= static_cast<Word>(set - 1);
      }
      if (set == 0) [[likely]]
        return;
    }
  }

  std::unique_ptr<VcEvent[]> events_;
  VcEvent* end_;
};

}  // namespace weft::flit
