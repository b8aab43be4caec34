// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace weft::report {

/// Encodes bytes as text for the script of a page: five characters per four bytes, where base64 requires
/// 5.33. The digits are the characters from '(' to '|', with '!' instead of '<', which could end the script.
/// As in Ascii85, n final bytes (n < 4) become n + 1 characters. explorer_loader.js decodes the text.
std::string base85(std::string_view bytes);

/// Minimum size of a string that is compressed; shorter strings are unchanged.
inline constexpr std::size_t min_packed_bytes = 8'192;

/// Returns the text as gzip in base64, for the script of a page. The result depends only on the text.
std::string packed(std::string_view text);

}  // namespace weft::report
