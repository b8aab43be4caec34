#pragma once

#include <cstdint>

namespace weft {

/// The number of parts of PERCS in a larger one.
struct PercsCounts {
  static constexpr std::uint32_t nodes_per_supernode = 32, nodes_per_drawer = 8, processors_per_node = 4;
};

}  // namespace weft
