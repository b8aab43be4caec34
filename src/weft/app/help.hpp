// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "weft/app/command.hpp"
#include "weft/core/catalog.hpp"

/// Help texts. A line has two columns, separated by at least two spaces.
namespace weft::app {

/// Amount of help: -h prints a line per option, --help everything.
enum class HelpDetail : std::uint8_t { brief, full };

/// Meaning of the exit status of weft.
inline constexpr std::string_view exit_status_text =
    "0: success; 2: wrong input, explained in one line; 3: a stated requirement is not met; 130: "
    "interrupted by Ctrl-C; 1: an internal error of weft";

/// Returns the heading under which help lists the option of a parameter.
std::string option_heading(ParamDoc const& param);

/// Returns the help of weft: the verbs in groups.
std::string help_text(HelpDetail detail);
/// Returns the help of a command; `verb` contains its options with their headings.
std::string help_text(CLI::App const& verb, CatalogDoc const& doc, HelpDetail detail);

/// Prints help, wrapped to fit a terminal, through a pager if the terminal has fewer lines.
void print_help(std::string const& help);

}  // namespace weft::app
