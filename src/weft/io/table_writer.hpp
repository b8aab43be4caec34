// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "weft/core/result.hpp"
#include "weft/core/table.hpp"

namespace weft {

/// The maximum size of text for people, in columns and rows; 0: without limit.
struct TextWidth {
  std::size_t line = 0;  ///< wider tables are folded into blocks of columns, longer sentences are wrapped
  std::size_t cell = 0;  ///< longer cells and settings are cut, before they are wrapped to fit the line
  std::size_t rows = 0;  ///< a longer table shows only that many rows

  friend bool operator==(TextWidth const&, TextWidth const&) = default;
};
/// The width of the output of a descriptor: that of a terminal; elsewhere lines of any length. Cells have at
/// most 1000 columns, tables at most 1000 rows. `wide`: without limits.
TextWidth text_width(int descriptor, bool wide);

/// A text on lines of at most `line` columns (0: one line), all but the first indented; ends with a newline.
std::string wrapped(std::string_view text, std::size_t line, std::size_t indent = 0);

/// The table for people: title, names and units, numbers aligned to the right. Lines carry no trailing
/// spaces. A table too wide for the line is folded: the first column is repeated before each block; a single
/// row becomes a line per column; cells that are still too wide are wrapped.
std::string format_table(Table const& table, TextWidth width = {});

/// The whole result for people: the answer, scenario, tables, notes, and how and where it was computed.
std::string format_result(Result const& result, TextWidth width = {});

/// The table as CSV (quoting of RFC 4180, lines end in LF): a header `name [unit]`, numbers with all their
/// digits.
std::string table_csv(Table const& table);

}  // namespace weft
