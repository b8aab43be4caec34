// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "weft/core/spec.hpp"

namespace weft {

/// A setting of a configuration file of BookSim 2.
struct BooksimSetting {
  std::string key, value;  ///< the value without quotes and semicolon; lists keep their braces
  std::string place;       ///< file:line:column
};

/// Reads `key = value;` with comments from // to the end of a line. Of a key given twice the last one counts,
/// as in BookSim. Throws InputError at file:line:column.
std::vector<BooksimSetting> parse_booksim(std::string_view text, std::string_view file);

/// A setting and the part of the request that it became.
struct ImportedSetting {
  BooksimSetting setting;
  std::string becomes;  ///< empty: it has no effect in Weft
  std::string note;
};

/// A configuration as a request.
struct BooksimImport {
  Spec request;  ///< of the verb simulate
  std::vector<ImportedSetting> settings;
};

/// Translates settings, with the defaults of BookSim where a file lacks a key. Throws InputError at the line
/// of a setting without counterpart that would change the results.
BooksimImport import_booksim(std::vector<BooksimSetting> const& settings);

}  // namespace weft
