// SPDX-License-Identifier: Apache-2.0
#include <sys/ioctl.h>
#include <unistd.h>

#include "weft/core/progress.hpp"

namespace weft {

std::optional<std::size_t> terminal_width(int descriptor) {
  constexpr std::size_t unknown = 80;
  if (isatty(descriptor) == 0) return std::nullopt;
  winsize size{};
  bool const known = ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : unknown;
}

}  // namespace weft
