// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "weft/network/machine.hpp"

namespace weft::python {

/// Returns the names of the failed parts of a network, as a value of the parameter `fail`; empty without
/// failures. Links of failed routers are omitted.
std::string failed_parts(AnyTopology const& topology, Network const& network);

/// Draws `count` of the working links or routers of a network and returns their names. A larger count
/// includes the parts of a smaller one. Self loops have no cable and are not drawn. Throws InputError if
/// there are fewer parts.
std::string drawn_links(AnyTopology const& topology, Network const& network, std::uint64_t count,
                        std::uint64_t seed);
std::string drawn_routers(AnyTopology const& topology, Network const& network, std::uint64_t count,
                          std::uint64_t seed);

}  // namespace weft::python
