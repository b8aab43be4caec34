// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "weft/io/program/program.hpp"

namespace weft {

/// Parses a GOAL schedule (Hoefler, Siebert & Lumsdaine, ICPP 2009) in the dialect of LogGOPSim: `num_ranks
/// N`, then `rank R { .. }` with lines `label: send 8b to 1 tag 0 cpu 0 nic 0`, `recv`, `calc NS`, and `label
/// requires label` or `irequires`. In a receive, -1 means any peer or any tag. Comments are as in C++. Throws
/// InputError at file:line:column; for operations that wait for each other in a cycle, the error contains
/// their labels.
Program parse_goal(std::string_view text, std::string_view file);
Program read_goal(std::filesystem::path const& path);

/// Formats a program without calls in GOAL, for parse_goal() and LogGOPSim. Sizes are rounded up to whole
/// bytes and times to whole ns; an empty operation becomes a calc of 0. Each pair of context
/// and tag is encoded as one GOAL tag.
std::string format_goal(Program const& program);
/// Writes the output of format_goal() to a file through AtomicFile. Throws InputError on failure.
void write_goal(std::filesystem::path const& path, Program const& program);

}  // namespace weft
