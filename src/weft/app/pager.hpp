// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace weft::app {

/// Shows text in the pager that PAGER names, else in `less -FRX`. Returns false without showing it if PAGER
/// is empty or `cat`, if the terminal is dumb, or if the program does not exist.
bool show_in_pager(std::string const& text);

}  // namespace weft::app
