// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace weft {

/// Limits on the members of families.
struct MemberLimits {
  std::uint64_t radix = 0;  ///< maximum ports of a router, including terminals; 0: unlimited
  double taper = 1;         ///< for fat trees: links down per link up of an edge switch
  bool at_least = false;    ///< at least the requested number of terminals
};

/// Returns, as a spec, the member of a family of topologies with a number of terminals closest to
/// `terminals`. Ties prefer the smallest member, then the fewest routers. Families grow along their series
/// (GrowsInSeries) or, if they define none, by each size parameter. Parameters in `family`, such as
/// torus:concentration=2, are fixed. With limits, a fat tree has two or three levels, with the taper at the
/// edge. With a radix, of the members within 5 % of `terminals` the one with the fewest routers for these
/// terminals is returned: fat trees and families that adapt to the ports of a switch (FitsPorts) then use
/// most of the ports. Throws InputError for an unknown family, and if no member is within the limits.
std::string nearest_member(std::string const& family, std::uint64_t terminals,
                           MemberLimits const& limits = {});

}  // namespace weft
