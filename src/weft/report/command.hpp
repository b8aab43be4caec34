#pragma once

#include <string>

#include "weft/core/result.hpp"

namespace weft::report {

/// The command of the shell that gives this result again: its verb, with what differs from the defaults.
/// Empty if the verb is unknown.
std::string command_of(std::string const& verb, Result const& result);

}  // namespace weft::report
