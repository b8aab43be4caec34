#pragma once

#include "weft/experiment/assemble.hpp"
#include "weft/experiment/load.hpp"
#include "weft/traffic/communication/communication.hpp"

namespace weft {

/// A request whose names have become things.
struct LoadParts {
  AnyTopology topology;
  Sides grid;
  Communication communication;
  Placement placement;
  Spec routing;
  std::vector<Setting> scenario;
};

/// Throws InputError naming the part at fault.
LoadParts assemble_load(LoadRequest const& request);

}  // namespace weft
