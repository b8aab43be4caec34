#pragma once

#include <cstdint>
#include <vector>

namespace weft {

/// How many pairs are at each distance, from 0 on; counts of up to 2^64 - 1, sums modulo 2^64.
using DistanceCounts = std::vector<std::uint64_t>;

/// The distances of a Cartesian product of two graphs: those of its factors add up. `factor` has few second differences other
/// than 0, as paths, rings and complete graphs have: the time is the length of the answer times their number.
DistanceCounts product(DistanceCounts const& counts, DistanceCounts const& factor);

}  // namespace weft
