// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "weft/io/slurm/switch_levels.hpp"
#include "weft/network/machine.hpp"

namespace weft {

/// Returns the level of each router of a network from a file if its routers form trees with levels, each as
/// in switch_levels(): 0 for routers with terminals, no_level for a router without a path down to a terminal.
/// Returns nullopt for other networks and for topologies that are not from a file.
std::optional<std::vector<std::uint32_t>> file_levels(Machine const& machine);

}  // namespace weft
