// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/traffic/schedule/sparse_torus/router_program.hpp"

namespace weft::schedule {

/// In this slot the channels along the dimension that leave the nodes of the level carry messages, all of
/// them.
struct BusyCell {
  std::uint64_t slot = 0;
  std::uint32_t level = 0, dim = 0;
  friend bool operator==(BusyCell const&, BusyCell const&) = default;
};

/// Returns the channels in use in every slot of a valid program, in the order of slots.
std::vector<BusyCell> busy_cells(RouterProgram const& program);

}  // namespace weft::schedule
