// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

#include "weft/core/error.hpp"

namespace weft::app {

/// Returns an error of CLI11 in the words of Weft, with the nearest option or verb.
InputError to_input_error(CLI::ParseError const& error, CLI::App const& app, int argc,
                          char const* const* argv);

}  // namespace weft::app
