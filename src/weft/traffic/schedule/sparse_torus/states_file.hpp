// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "weft/traffic/schedule/sparse_torus/router_program.hpp"

namespace weft {

/// The actions of routers and processors as a table to be burnt: a row per slot, `slot,level0,..,send0,..`.
/// Column `level`l gives the number of dimensions by which routers of that level shift, at level 0 `x` if
/// processors take out all arrivals. Column `send`i gives the message of every processor along dimension i:
/// `-`, none; `1.0.3`, a new message to the processor that many coordinates further; `7@2`, the message taken
/// out in slot 7 from dimension 2. `comment` is the first line.
std::string format_states(RouterProgram const& program, std::string_view comment);

/// Reads such a table for ST(d, n). The number of relations is the maximum number of times a message is sent
/// to the same offset. Throws InputError at file:line:column.
RouterProgram read_states(std::filesystem::path const& path, std::uint32_t dimensions, std::uint32_t side);

}  // namespace weft
