#pragma once

#include <cstdint>

#include "weft/collective/ranks/dimension_rings.hpp"

namespace weft::collective {

/// Reduce-scatter or allgather, or both for allreduce, around the rings of a grid with one rank at every
/// router, dimension by dimension. In a ring of k ranks, the k - 1 rounds of a reduce-scatter leave each rank
/// the sums of a k-th of its vector. The next dimension works on this k-th; an allgather goes through the
/// dimensions backwards. So a rank sends (P - 1) / P of the vector for each of the two, for any sides. Equal
/// parts of the vector go in each of the `orders` and `ways` at the same time. `per_rank`: blocks of the part
/// of the vector that a rank has in the end (of allgather: of its message), a multiple of
/// dimension_lanes().
RankRounds dimension_sums(Ranks const& ranks, Operation operation, DimensionOrders orders, RingWays ways,
                          std::uint32_t per_rank);

/// The number of parts of the vector that go in different orders or directions.
std::uint32_t dimension_lanes(Ranks const& ranks, DimensionOrders orders, RingWays ways);

}  // namespace weft::collective
