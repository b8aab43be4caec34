#pragma once

#include "weft/experiment/assemble.hpp"
#include "weft/experiment/load.hpp"
#include "weft/routing/percs_paths.hpp"
#include "weft/traffic/communication/communication.hpp"

namespace weft {

/// A request whose names have become things.
struct LoadParts {
  TopologyPtr topology;
  Sides grid;
  Communication communication;
  Placement placement;
  Spec routing;
  std::vector<Setting> scenario;
  std::vector<Table> tables;  ///< what the mapping has to tell
};

/// The parameters of percs_direct and percs_indirect. Throws InputError naming the routing.
PercsPathParams percs_params(Spec const& routing);

/// Throws InputError naming the part at fault.
LoadParts assemble_load(LoadRequest const& request, Progress& progress);

/// Throws the same where that is known before a mapping searches for long.
void check_load(LoadRequest const& request);

}  // namespace weft
