// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/traffic/schedule/sparse_torus/router_program.hpp"

namespace weft::schedule {

/// A set of busy channels: all channels along dimension `dim` that leave nodes of level `level` carry
/// messages in slot `slot`.
struct BusyCell {
  std::uint64_t slot = 0;
  std::uint32_t level = 0, dim = 0;
  friend bool operator==(BusyCell const&, BusyCell const&) = default;
};

/// Returns the busy channels of a valid program in every slot, sorted by slot.
std::vector<BusyCell> busy_cells(RouterProgram const& program);

}  // namespace weft::schedule
