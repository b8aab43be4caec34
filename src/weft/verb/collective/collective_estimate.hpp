#pragma once

#include "weft/core/estimate.hpp"
#include "weft/verb/collective/collective_assembly.hpp"

namespace weft::verb {

/// All algorithms of a request, as if each fitted the machine.
Estimate estimate_collective(CollectiveAssembly const& parts);

}  // namespace weft::verb
