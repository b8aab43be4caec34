// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "weft/io/fabric/service_levels.hpp"

namespace weft {

/// Service levels of pairs of ports: of packets from a source to a destination, both by their number.
using LevelOfPair = std::function<std::uint8_t(std::uint32_t, std::uint32_t)>;

/// The LID of a port; 0 if it is unknown.
using LidOfPort = std::function<std::uint16_t(std::uint64_t guid)>;

/// Adds the service levels of a policy as written below, for all pairs of ports that it names. A rule without
/// sources, or destinations, means all. Throws InputError at file:line:column for malformed or truncated text
/// and for policies that tell packets apart by more than their source and destination.
void add_qos_policy(std::string_view text, std::string_view file, LidOfPort const& lid_of,
                    ServiceLevels& levels);

/// Writes a QoS policy of OpenSM (opensm -Q -Y FILE) piece by piece to `take`, which gives each pair of ports
/// its service level. Sources whose levels agree are one group of ports, and so are destinations; the first
/// rule that matches a pair counts, and level 0 needs none.
void write_qos_policy(std::span<std::uint64_t const> port_guids, LevelOfPair const& level,
                      std::function<void(std::string_view)> const& take);

}  // namespace weft
