// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "weft/network/any_topology.hpp"

/// Routers and terminals as tables print them: by their places, such as (0,3), and by numbers with a letter.
namespace weft {

class Hosts;
struct FailureParams;

/// The router at a place as AnyTopology::place prints it; the brackets of coordinates may be left out. Other
/// text names no router.
std::optional<RouterId> router_at_place(AnyTopology const& topology, std::string_view text);

/// A list of failures with numbers of routers instead of places: (0,0)-(0,1) is 0-4 on a grid of side 4. The
/// text does not change where routers have names.
std::string with_numbers(AnyTopology const& topology, std::string const& failures);
FailureParams with_numbers(AnyTopology const& topology, FailureParams failures);

/// The terminal that a text names as Hosts::only() does, or else the first one of the router that it names by
/// its place or as r3. Throws InputError for other text and a router without terminals.
TerminalId terminal_named(AnyTopology const& topology, Hosts const& hosts, std::string_view text);

}  // namespace weft
