#pragma once

#include <string>

#include "weft/core/result.hpp"

namespace weft::report {

/// The shell command that computes this result again: the words of its request. Empty if the result does not
/// contain them, as those of older versions.
std::string command_of(Result const& result);

/// A topology without its defaults; as it is given if it cannot be made here.
std::string short_topology(std::string const& spec);

/// A command over several lines, each but the last with a backslash at its end: options begin lines where the
/// whole is longer than 80 columns.
std::string wrapped_command(std::string const& command);

}  // namespace weft::report
