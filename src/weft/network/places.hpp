// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "weft/network/any_topology.hpp"

/// Routers and terminals as printed in tables: by position, such as (0,3), and by number with a letter, such
/// as r3.
namespace weft {

class Hosts;
struct FailureParams;

/// Returns the router at a position as printed by AnyTopology::coordinates; parentheses around coordinates
/// are optional. Returns nullopt for any other text.
std::optional<RouterId> router_at_place(AnyTopology const& topology, std::string_view text);

/// Returns a list of failures with router numbers instead of positions: (0,0)-(0,1) becomes 0-4 on a grid of
/// side 4, and 0.0.1 becomes 1 on a CLEX. Returns the text unchanged if routers have names or no positions.
/// Throws InputError for a position without a router.
std::string with_numbers(AnyTopology const& topology, std::string const& failures);
FailureParams with_numbers(AnyTopology const& topology, FailureParams failures);

/// Returns the terminal named `text` as in Hosts::find_unique(), or the first terminal of the router that
/// `text` denotes by its position or as r3. Throws InputError for any other text, and for a router without
/// terminals.
TerminalId terminal_named(AnyTopology const& topology, Hosts const& hosts, std::string_view text);

}  // namespace weft
