#pragma once

#include <cstddef>
#include <optional>

namespace weft {

/// The columns of the terminal that a descriptor leads to; nothing if it leads elsewhere.
std::optional<std::size_t> terminal_width(int descriptor);

}  // namespace weft
