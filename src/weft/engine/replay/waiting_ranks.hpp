#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace weft::replay {

/// An operation that never ended, and the rank that it waits for.
struct StuckOperation {
  std::uint32_t operation = 0, rank = 0;
  std::uint32_t waits_for = 0;  ///< a rank, or Operation::any
};

/// At most one operation of each rank, by rank. Puts those first that wait for each other in a cycle, the
/// shortest if there are several, in its order: each waits for the rank of the next one, the last one for
/// that of the first. Returns how many they are; 0: there is no cycle.
std::size_t put_cycle_first(std::vector<StuckOperation>& stuck);

}  // namespace weft::replay
