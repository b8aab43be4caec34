// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "weft/traffic/schedule/sparse_torus/router_program.hpp"

namespace weft {

/// Formats the actions of routers and processors as a table with a row per slot, `slot,level0,..,send0,..`.
/// Column `level`l contains the number of dimensions by which routers at level l shift; at level 0, `x` if
/// processors remove all arrivals. Column `send`i contains the message that every processor sends along
/// dimension i: `-`, no message; `1.0.3`, a new message to the processor at this coordinate offset; `7@2`,
/// the message removed in slot 7 from dimension 2. `comment` is the first line.
std::string format_states(RouterProgram const& program, std::string_view comment);

/// Reads a table in the format of format_states() for ST(d, n). The number of relations is the maximum number
/// of new messages with equal offsets. Throws InputError at file:line:column.
RouterProgram read_states(std::filesystem::path const& path, std::uint32_t dimensions, std::uint32_t side);

}  // namespace weft
