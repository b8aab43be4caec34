// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace weft {

/// The text with lines that end in CR LF.
inline std::string with_crlf(std::string_view text) {
  std::string result;
  for (char const c : text) result += c == '\n' ? "\r\n" : std::string(1, c);
  return result;
}

}  // namespace weft
