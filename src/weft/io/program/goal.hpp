#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "weft/io/program/program.hpp"

namespace weft {

/// Reads a schedule in GOAL (Hoefler, Siebert & Lumsdaine, ICPP 2009), as LogGOPSim takes it: `num_ranks N`,
/// then `rank R { .. }` with lines `label: send 8b to 1 tag 0 cpu 0 nic 0`, `recv`, `calc NS`, and `label
/// requires label` or `irequires`. A peer or tag of -1 in a receive is any. Comments are those of C++. Throws
/// InputError at file:line:column; a cycle of operations that wait for each other is refused with its labels.
Program parse_goal(std::string_view text, std::string_view file);
Program read_goal(std::filesystem::path const& path);

}  // namespace weft
