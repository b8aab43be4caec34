// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "weft/experiment/experiment.hpp"

namespace weft::app {

/// Returns the generated sources of the Python module (python/weft): a function per verb, and a module per
/// catalog with a function per entry.
std::vector<OutputFile> python_functions();

}  // namespace weft::app
