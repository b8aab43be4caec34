#pragma once

#include "weft/core/estimate.hpp"
#include "weft/verb/collective/assembly.hpp"

namespace weft::verb {

/// All algorithms of a request, as if each fitted the machine.
Estimate estimate_collective(CollectiveAssembly const& parts);

}  // namespace weft::verb
