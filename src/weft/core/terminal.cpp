// SPDX-License-Identifier: Apache-2.0
#include <sys/ioctl.h>
#include <unistd.h>

#include "weft/core/progress.hpp"

namespace weft {

std::optional<TerminalSize> terminal_size(int descriptor) {
  constexpr TerminalSize unknown{80, 24};
  if (isatty(descriptor) == 0) return std::nullopt;
  winsize size{};
  bool const known = ioctl(descriptor, TIOCGWINSZ, &size) == 0;
  return TerminalSize{known && size.ws_col > 0 ? size.ws_col : unknown.columns,
                      known && size.ws_row > 0 ? size.ws_row : unknown.lines};
}

}  // namespace weft
