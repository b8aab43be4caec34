// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include <CLI/CLI.hpp>

#include "weft/core/param.hpp"

namespace weft::app {

/// Adds the option or the positional argument of a parameter to a command. `keep` receives its value as the
/// text of an argument of a request; the values of a repeated option are one list.
void add_option(CLI::App& verb, ParamDoc const& doc,
                std::function<void(std::string const& value)> const& keep);

}  // namespace weft::app
