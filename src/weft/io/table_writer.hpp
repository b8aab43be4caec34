// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "weft/core/result.hpp"
#include "weft/core/table.hpp"

namespace weft {

/// Limits for formatted text, in columns and rows; 0: unlimited.
struct TextWidth {
  std::size_t line = 0;  ///< wider tables are folded into blocks of columns, longer sentences are wrapped
  std::size_t cell = 0;  ///< longer cells and settings are truncated, before wrapping
  std::size_t rows = 0;  ///< longer tables show only the first `rows` rows

  friend bool operator==(TextWidth const&, TextWidth const&) = default;
};
/// Returns the width for output to a descriptor: the width of a terminal, otherwise lines of any length.
/// Cells have at most 1000 columns, tables at most 1000 rows. `wide`: without limits.
TextWidth text_width(int descriptor, bool wide);

/// Wraps a text to lines of at most `line` columns (0: one line), all but the first indented; ends with a
/// newline.
std::string wrapped(std::string_view text, std::size_t line, std::size_t indent = 0);

/// Formats a table for reading: title, names and units, numbers aligned to the right, no trailing spaces. A
/// table that is too wide for the line is folded: the first column is repeated in each block; a single row
/// becomes a line per column; cells that are still too wide are wrapped.
std::string format_table(Table const& table, TextWidth width = {});

/// Formats the whole result for reading: the answer, scenario, tables, notes, and how and where it was
/// computed.
std::string format_result(Result const& result, TextWidth width = {});

/// Formats the table as CSV (quoting of RFC 4180, lines end in LF): a header `name [unit]`, numbers with all
/// their digits.
std::string table_csv(Table const& table);

}  // namespace weft
