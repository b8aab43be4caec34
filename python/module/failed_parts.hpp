// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "weft/network/machine.hpp"

namespace weft::python {

/// The failed parts of a network by name, as a value of the parameter `fail`; empty without failures. Links
/// of failed routers are not named.
std::string failed_parts(AnyTopology const& topology, Network const& network);

/// Draws `count` of the working links or routers of a network and returns their names. A larger count draws
/// the same ones and more. Self loops need no cable and are not drawn. Throws InputError if there are fewer.
std::string drawn_links(AnyTopology const& topology, Network const& network, std::uint64_t count, std::uint64_t seed);
std::string drawn_routers(AnyTopology const& topology, Network const& network, std::uint64_t count,
                          std::uint64_t seed);

}  // namespace weft::python
