#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/network/network.hpp"

namespace weft::routing {

/// The rule that orders the routers of up*/down* from the top.
enum class UpOrder : std::uint8_t { automatic, root, terminals };

}  // namespace weft::routing

namespace weft {
template <>
inline constexpr EnumValue<routing::UpOrder> enum_values<routing::UpOrder>[] = {
    {"automatic", routing::UpOrder::automatic,
     "`terminals` if every link joins routers at different distances from the terminals and one router is "
     "above all, as in trees; else `root`"},
    {"root", routing::UpOrder::root, "closer to the root of a breadth-first spanning tree"},
    {"terminals", routing::UpOrder::terminals, "farther from the nearest router with terminals"},
};
}  // namespace weft

namespace weft::routing {

/// The router with the most channels that has not failed and is no host; among several, that of lowest
/// number.
std::uint32_t highest_degree_router(Network const& network);

/// Whether one router is above all routers with terminals, so that there is a path up and down between any
/// two.
bool joins_all_terminals(Network const& network, std::vector<std::uint32_t> const& level);

/// The value of `automatic`.
UpOrder resolve_up_order(Network const& network, UpOrder order);

/// The level of each router, 0 at the top. `order` is not automatic. Parts of the network that failures have
/// cut off have roots of their own.
std::vector<std::uint32_t> up_levels(Network const& network, UpOrder order, std::uint32_t root);

}  // namespace weft::routing
