// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "weft/core/table.hpp"

namespace weft {

/// Returns the table `deflections` of a run under a bufferless routing. `hops`: hops of all messages or
/// flits; `deflections`: nonproductive hops; `delivered`: messages or flits that arrived.
Table deflection_table(std::uint64_t hops, std::uint64_t deflections, std::uint64_t delivered);

}  // namespace weft
