// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "weft/app/command.hpp"
#include "weft/core/catalog.hpp"

/// The texts of help. A line has two columns, with at least two spaces between them.
namespace weft::app {

/// How much help: -h has a line for each option, --help has all that is known.
enum class HelpDetail : std::uint8_t { brief, full };

/// The meaning of the exit status of weft.
inline constexpr std::string_view exit_status_text =
    "0: answered; 2: wrong input, with one line about it; 3: a stated requirement is not met; "
    "130: interrupted by Ctrl-C; 1: a failure of weft itself";

/// The heading under which help lists the option of a parameter.
std::string option_heading(ParamDoc const& param);

/// The help of weft: the verbs in groups.
std::string help_text(HelpDetail detail);
/// The help of a command: `verb` has its options under their headings.
std::string help_text(CLI::App const& verb, CatalogDoc const& doc, HelpDetail detail);

/// Prints help, wrapped to fit a terminal.
void print_help(std::string const& help);

}  // namespace weft::app
