#pragma once

#include <cstdint>
#include <string_view>

#include "weft/routing/form/channel_routing.hpp"

namespace weft::topology {
class Clex;
}  // namespace weft::topology

namespace weft::routing {

/// The channels of clex_recursive with a local network in place of the cliques. Throws InputError, naming the
/// routing, if a packet's phase does not hold its progress in the recursion.
ChannelRoutingPtr recursive_with_local(std::string_view name, topology::Clex const& clex, std::uint32_t vcs);

}  // namespace weft::routing
