#pragma once

#include <cstdint>
#include <string>

#include "weft/network/machine.hpp"

namespace weft::python {

/// The failed parts of a network by name, as the parameter `fail` takes them; empty if there are none. Links whose
/// router has failed are not named.
std::string failed_parts(AnyTopology const& topology, Network const& network);

/// That many more parts of a network, drawn from those that work; those of a smaller number are among them. Self
/// loops need no cable and are not drawn. Throws InputError if there are fewer.
std::string drawn_links(AnyTopology const& topology, Network const& network, std::uint64_t count, std::uint64_t seed);
std::string drawn_routers(AnyTopology const& topology, Network const& network, std::uint64_t count,
                          std::uint64_t seed);

}  // namespace weft::python
