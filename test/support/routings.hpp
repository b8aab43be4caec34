#pragma once

#include <string_view>

namespace weft {

/// Whether a routing of the catalog needs a file, so that its defaults make none.
constexpr bool needs_file(std::string_view routing) { return routing == "table" || routing == "forwarding"; }

}  // namespace weft
