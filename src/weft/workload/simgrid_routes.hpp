// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "weft/interop/simgrid_platform.hpp"
#include "weft/workload/routed_machine.hpp"

namespace weft {

/// Writes the machine as a SimGrid platform with the routes of its routing: for each pair of terminals, the
/// route drawn with `seed`. Returns a note if some pairs have several routes, and a note if some have none.
std::vector<std::string> write_routed_platform(RoutedMachine const& machine, SimgridUnits const& units,
                                               std::uint64_t seed,
                                               std::function<void(std::string_view)> const& take);

}  // namespace weft
