// SPDX-License-Identifier: Apache-2.0
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

/// A program without calls in GOAL, as parse_goal() and LogGOPSim read it. Bytes are rounded up, times
/// to whole ns; an operation that does nothing is a calc of 0. Contexts and tags together become tags.
std::string format_goal(Program const& program);
/// Writes that, through AtomicFile. Throws InputError if it cannot be written.
void write_goal(std::filesystem::path const& path, Program const& program);

}  // namespace weft
