// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "weft/core/catalog.hpp"

namespace CLI {
class App;
}

namespace weft::app {

/// Returns the words of a command line with the current names of options: in kebab case, with aliases
/// replaced, and with options of an engine inside --engine (--rate 0.2 becomes --engine flit:rate=0.2). A
/// file instead of a verb becomes `show` of the file. Prints a note on standard error for each option that
/// has been renamed.
std::vector<std::string> current_words(CLI::App const& app, std::vector<std::string> words);

/// Returns the option by which the command accepts a parameter of an engine: `--vcs` for `vcs`. Empty if no
/// engine has the parameter, or the command has no engine.
std::string engine_option(CatalogDoc const& command, std::string const& parameter);

}  // namespace weft::app
