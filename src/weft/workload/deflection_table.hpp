// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "weft/core/table.hpp"

namespace weft {

/// Returns the table `deflections` of a run without buffers. `hops`: hops of all messages (flits);
/// `deflections`: the hops among these that led no closer; `delivered`: messages (flits) that arrived.
Table deflection_table(std::uint64_t hops, std::uint64_t deflections, std::uint64_t delivered);

}  // namespace weft
