// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

#include "weft/core/error.hpp"

namespace weft::app {

/// Converts a CLI11 error to an InputError with a message in Weft's terms and the nearest option or verb.
InputError to_input_error(CLI::ParseError const& error, CLI::App const& app, int argc,
                          char const* const* argv);

}  // namespace weft::app
