#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "weft/routing/forwarding/destination_routes.hpp"
#include "weft/routing/forwarding/lanes.hpp"

namespace weft::routing {

/// The service level of each pair and the virtual lanes of service levels.
struct LevelsAndLanes {
  PairLevels levels;
  Lanes lanes;
};

/// A routing as the switches of a fabric hold it.
struct RoutingTables {
  EndNodes ends;
  DestinationRoutes routes;
  std::vector<std::uint16_t> lids;  ///< of each end, as the tables name it; empty: the routing names none
  /// Absent if packets change their virtual channel on the way as no service level can tell.
  std::optional<LevelsAndLanes> lanes;
  std::vector<std::string> notes;  ///< what did not match, what was assumed
};

/// The same where only these ends send and receive, numbered from 0.
RoutingTables only_ends(RoutingTables const& tables, std::span<std::uint32_t const> ends);

}  // namespace weft::routing
