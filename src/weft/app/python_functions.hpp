// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "weft/experiment/experiment.hpp"

namespace weft::app {

/// The written sources of the Python module (python/weft): a function for each verb, and a module for each
/// catalog with a function for each of its names.
std::vector<OutputFile> python_functions();

}  // namespace weft::app
