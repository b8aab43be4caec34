// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "weft/core/catalog.hpp"

namespace CLI {
class App;
}

namespace weft::app {

/// The words of a command line with the current names of options: in kebab case, the option in place of
/// each of its aliases, and options of an engine inside --engine: --rate 0.2 becomes --engine
/// flit:rate=0.2. A file in place of a verb is shown, and `explore` shows a network in place of a verb. A
/// note on standard error names each option that is now spelled in another way.
std::vector<std::string> current_words(CLI::App const& app, std::vector<std::string> words);

/// Returns the option by which the command accepts a parameter of an engine: `--vcs` for `vcs`. Empty if no
/// engine has the parameter, or the command has no engine.
std::string engine_option(CatalogDoc const& command, std::string const& parameter);

}  // namespace weft::app
