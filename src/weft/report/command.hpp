#pragma once

#include <string>

#include "weft/core/result.hpp"

namespace weft::report {

/// The command of the shell that gives this result again: its verb, with what differs from the defaults.
/// Empty if the verb is unknown.
std::string command_of(std::string const& verb, Result const& result);

/// A topology without its defaults; as it is given if it cannot be made here.
std::string short_topology(std::string const& spec);

/// A command over several lines, each but the last with a backslash at its end: options begin lines where the
/// whole is longer than 80 columns.
std::string wrapped_command(std::string const& command);

}  // namespace weft::report
