#pragma once

#include <cstdint>
#include <vector>

#include "weft/engine/rounds/clex/clex_measures.hpp"
#include "weft/engine/rounds/clex/faults/fault_model.hpp"

namespace weft::rounds {

/// What a run of A(l) under faults counts while it goes on; merging is exact in any order.
struct FaultTally {
  ClexMeasures measures;         ///< sum_rounds is filled in at the end, from `time`
  std::vector<Ticks> time;       ///< per level: from start to arrival, over all messages and visits
  std::uint64_t duplicates = 0;  ///< arrivals that a receiver dropped, because it had the message

  explicit FaultTally(std::uint32_t levels) : measures(levels), time(levels) {}

  void merge(FaultTally const& other) {
    measures.merge(other.measures);
    duplicates += other.duplicates;
    for (std::size_t i = 0; i < time.size(); ++i) time[i] += other.time[i];
  }
};

}  // namespace weft::rounds
