#pragma once

#include <algorithm>
#include <cstdint>

namespace weft {

/// Steps of the shortest walk on a cycle of k places that starts at place 0, ends at place `end` and passes all that must
/// be passed. The end divides the cycle in the arc before it and the arc after it; `gap_before` and `gap_after` are the longest
/// stretches of either that need not be passed. A walk leaves one of them out and goes back and forth to its ends, or
/// leaves out none and goes around the cycle.
constexpr std::uint32_t cycle_walk(std::uint32_t k, std::uint32_t end, std::uint32_t gap_before,
                                   std::uint32_t gap_after) {
  return std::min(2 * k - end - 2 * gap_after, k + end - 2 * gap_before);
}

}  // namespace weft
