#pragma once

#include <memory>

#include "weft/verb/load/load.hpp"
#include "weft/verb/load/load_machine.hpp"
#include "weft/traffic/communication/communication.hpp"

namespace weft {

/// A job whose names have become things.
struct LoadJob {
  std::string name;  ///< empty if it is alone
  Sides grid;
  Communication communication;
  Placement placement;
  double rate = 1;
  std::string pattern, mapping;    ///< with every parameter written out
  double mapping_seconds = 0;      ///< wall time of the placement
  std::vector<Table> tables = {};  ///< what the mapping has to tell
};

/// A request whose names have become things.
struct LoadParts {
  std::shared_ptr<LoadMachine const> machine;
  std::vector<LoadJob> jobs;
  std::vector<Setting> scenario;

  bool several() const { return !jobs.front().name.empty(); }
};

/// Throws InputError, naming the part at fault, for what can be told without placing the tasks.
void check_load(LoadRequest const& request);

/// Throws InputError naming the part at fault.
LoadParts assemble_load(LoadRequest const& request, Progress& progress);

}  // namespace weft
