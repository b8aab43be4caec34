// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "weft/core/catalog.hpp"

namespace CLI {
class App;
}

namespace weft::app {

/// Returns the words of a command line with options under their current names: in kebab case, each alias
/// replaced by its option, and options of an engine moved into --engine: --rate 0.2 becomes --engine
/// flit:rate=0.2. Inserts the verb `show` before a file in place of a verb, and before a network directly
/// after `explore`. Prints a note to standard error for each option that is now spelled in another way.
std::vector<std::string> current_words(CLI::App const& app, std::vector<std::string> words);

/// Returns the option by which the command accepts a parameter of an engine: `--vcs` for `vcs`. Empty if no
/// engine has the parameter, or the command has no engine.
std::string engine_option(CatalogDoc const& command, std::string const& parameter);

}  // namespace weft::app
