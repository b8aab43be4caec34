#pragma once

#include <cstdint>
#include <vector>

#include "weft/io/fabric/fabric.hpp"

namespace weft {

/// The host of each device: the index in Fabric::devices of the first adapter of the host. Adapters with the
/// descriptions `NAME ADAPTER`, such as `gpu01 mlx5_0` and `gpu01 mlx5_1` (as Linux writes them), belong to
/// one host if NAME is the same and ADAPTER differs. Any other device is its own host.
std::vector<std::uint32_t> hosts_of_devices(Fabric const& fabric);

}  // namespace weft
