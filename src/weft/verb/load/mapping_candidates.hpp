#pragma once

#include <vector>

#include "weft/verb/load/load_assembly.hpp"

namespace weft::verb {

/// The mappings that `best` tries for a job.
std::vector<mapping::MappingCandidate> mapping_candidates(LoadMachine const& machine, LoadJob const& job);

}  // namespace weft::verb
