// SPDX-License-Identifier: Apache-2.0
#include "weft/core/parallel_backend.hpp"
#include "weft/core/result.hpp"

namespace weft {

std::string describe_host() { return "WebAssembly"; }
unsigned detail::usable_cores() { return 1; }
unsigned detail::max_startable_threads() { return 1; }

}  // namespace weft
