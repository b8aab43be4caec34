#pragma once

#include <cstdint>
#include <vector>

#include "weft/io/fabric/fabric.hpp"

namespace weft {

/// The host of each device: the first of its adapters, as an index into Fabric::devices. Adapters described as
/// `NAME ADAPTER`, such as `gpu01 mlx5_0` and `gpu01 mlx5_1` (the node description that Linux writes), are of
/// one host if NAME is the same and ADAPTER differs. Any other device is alone.
std::vector<std::uint32_t> hosts_of_devices(Fabric const& fabric);

}  // namespace weft
