// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// A setting of a BookSim 2 configuration file.
struct BooksimSetting {
  std::string key, value;  ///< value without quotes and semicolon; lists include their braces
  std::string place;       ///< file:line:column
};

/// Parses settings `key = value;` with comments from // to the end of a line. If a key occurs twice, the last
/// one applies, as in BookSim. Throws InputError at file:line:column.
std::vector<BooksimSetting> parse_booksim(std::string_view text, std::string_view file);

}  // namespace weft
