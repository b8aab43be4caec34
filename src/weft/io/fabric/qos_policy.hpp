// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "weft/io/fabric/service_levels.hpp"

namespace weft {

/// Service level of packets from a source port to a destination port, by the indices of the ports.
using LevelOfPair = std::function<std::uint8_t(std::uint32_t, std::uint32_t)>;

/// LID of a port, or 0 if unknown.
using LidOfPort = std::function<std::uint16_t(std::uint64_t guid)>;

/// Adds the service levels of a policy, in the form that write_qos_policy writes, for all pairs of ports that
/// the policy covers. A rule without sources or destinations applies to all sources or destinations. Throws
/// InputError at file:line:column for malformed or truncated text, and for match criteria other than source
/// and destination.
void add_qos_policy(std::string_view text, std::string_view file, LidOfPort const& lid_of,
                    ServiceLevels& levels);

/// Writes a QoS policy for OpenSM (opensm -Q -Y FILE) to `take`, piece by piece. The policy assigns `level`
/// to each pair of ports. Sources with equal levels form one port group, and so do destinations. The first
/// rule that matches a pair applies; level 0 needs no rule.
void write_qos_policy(std::span<std::uint64_t const> port_guids, LevelOfPair const& level,
                      std::function<void(std::string_view)> const& take);

}  // namespace weft
