#pragma once

#include <memory>

#include "weft/experiment/load.hpp"
#include "weft/experiment/load_machine.hpp"
#include "weft/traffic/communication/communication.hpp"

namespace weft {

/// A request whose names have become things.
struct LoadParts {
  std::shared_ptr<LoadMachine const> machine;
  Sides grid;
  Communication communication;
  Placement placement;
  std::vector<Setting> scenario;
  double mapping_seconds = 0;  ///< wall time of the placement
};

/// Throws InputError, naming the part at fault, for what can be told without placing the tasks.
void check_load(LoadRequest const& request);

/// Throws InputError naming the part at fault.
LoadParts assemble_load(LoadRequest const& request);

}  // namespace weft
