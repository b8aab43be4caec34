#pragma once

#include <vector>

#include "weft/core/table.hpp"
#include "weft/verb/collective/collective_run.hpp"

namespace weft::verb {

/// Tables `collective` and `channels`; of several algorithms also `crossover`.
std::vector<Table> collective_tables(std::vector<CollectiveOutcome> const& outcomes,
                                     std::vector<std::uint64_t> const& bytes, collective::Cost const& cost);

}  // namespace weft::verb
