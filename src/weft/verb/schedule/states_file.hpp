#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "weft/traffic/schedule/sparse_torus/router_program.hpp"

namespace weft::verb {

/// What routers and processors do as a table to be burnt: a row per slot, `slot,level0,..,send0,..`. Under `level`l stands
/// by how many dimensions routers of that level shift, at level 0 `x` where processors take out all that comes in. Under
/// `send`i stands what every processor sends along dimension i: `-`, nothing; `1.0.3`, a new message to the processor that
/// many coordinates further; `7@2`, what it took out in slot 7 from dimension 2. `comment` is the first line.
std::string states_text(RouterProgram const& program, std::string_view comment);

/// Reads such a table for ST(d, n). The number of relations is the maximum number of times a message is sent to the same offset.
/// Throws InputError at file:line:column.
RouterProgram read_states(std::filesystem::path const& path, std::uint32_t dimensions, std::uint32_t side);

}  // namespace weft::verb
