// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace weft::app {

/// Shows text in the pager that PAGER names, else in `less -FRX`. Returns whether it was shown: false if
/// PAGER is empty or `cat`, the terminal is dumb, or there is no such program.
bool shown_by_pager(std::string const& text);

}  // namespace weft::app
