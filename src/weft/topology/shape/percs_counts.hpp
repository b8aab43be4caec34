// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace weft {

/// Sizes of the components of PERCS.
struct PercsCounts {
  static constexpr std::uint32_t nodes_per_supernode = 32, nodes_per_drawer = 8, processors_per_node = 4;
  /// Bandwidth in GB/s of a link in a drawer, between drawers of a supernode, and between supernodes.
  static constexpr double ll_bandwidth = 21, lr_bandwidth = 5, d_bandwidth = 10;
};

}  // namespace weft
