// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace weft {

/// Limits of the members of families.
struct MemberLimits {
  std::uint64_t radix = 0;  ///< maximum ports of a router, terminals included; 0: any number
  double taper = 1;         ///< of fat trees: links down for each link up of an edge switch
  bool at_least = false;    ///< no fewer terminals than wanted
};

/// The nearest_member of network/topologies.hpp among the members within the limits. A fat tree has two or
/// three levels then, with that taper at the edge. Throws InputError if there is no such member.
std::string nearest_member(std::string const& family, std::uint64_t terminals, MemberLimits const& limits);

}  // namespace weft
