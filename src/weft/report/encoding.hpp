// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace weft::report {

/// Bytes as text for the script of a page: five characters encode four bytes, where base64 takes 5.33.
/// The digits are the characters from '(' to '|', and '!' instead of '<', which could end the script.
/// As in Ascii85, n bytes at the end (n < 4) take n + 1 characters. explorer_loader.js reads it.
std::string base85(std::string_view bytes);

/// Shorter texts stay as they are.
inline constexpr std::size_t least_packed = 8'192;

/// A text as gzip in base64, for the script of a page. Equal texts give equal bytes.
std::string packed(std::string_view text);

}  // namespace weft::report
