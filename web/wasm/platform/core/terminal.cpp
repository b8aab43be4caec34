// SPDX-License-Identifier: Apache-2.0
#include "weft/core/progress.hpp"

namespace weft {

std::optional<std::size_t> terminal_width(int /*descriptor*/) { return std::nullopt; }

}  // namespace weft
