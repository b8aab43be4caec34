#pragma once

#include <filesystem>
#include <string>

#include "weft/io/program/program.hpp"

namespace weft {

/// A program without calls in GOAL, as parse_goal() and LogGOPSim read it. Bytes are rounded up, times
/// to whole ns; an operation that does nothing is a calc of 0. Contexts and tags together become tags.
std::string goal_text(Program const& program);
/// Writes that, through AtomicFile. Throws InputError if it cannot be written.
void write_goal(std::filesystem::path const& path, Program const& program);

}  // namespace weft
