#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weft/io/fabric/fabric.hpp"

namespace weft::fabric {

/// The switches of a fabric by their distance from hosts, and the kinds of its cables. A leaf is a switch
/// with more than a third of the hosts that the median switch with hosts has, or with more hosts than cables
/// to switches.
struct CableKinds {
  static constexpr std::uint32_t apart = 0xffffffff;
  std::vector<std::uint32_t> level;  ///< of each router: hops to a leaf; apart: it reaches none
  std::vector<std::uint32_t> hosts;  ///< of each router: its terminals
  std::vector<std::uint32_t> kind;   ///< of each cable of the fabric, in names
  std::vector<std::string> names;    ///< such as `leaf to spine`

  /// Leaf, spine, level 2 and so on; switch if all are alike.
  std::string level_name(std::uint32_t level) const;
};

CableKinds cable_kinds(Fabric const& fabric, FabricNumbers const& numbers);

}  // namespace weft::fabric
