#pragma once

#include <cstdint>
#include <span>

#include "weft/engine/queue/allocations/allocation.hpp"

namespace weft::queue {

/// The smallest run of free nodes, consecutive in `order`, that holds `count`, from its beginning; the first
/// of equal ones. If there is none and `several`, again and again the longest run, until one holds the rest:
/// the fewest runs. Else none. Ascending.
NodeList place_in_runs(FreeNodes const& free, std::span<std::uint32_t const> order, std::uint32_t count,
                       bool several);

}  // namespace weft::queue
