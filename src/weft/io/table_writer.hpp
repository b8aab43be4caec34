#pragma once

#include <cstddef>
#include <string>

#include "weft/core/result.hpp"
#include "weft/core/table.hpp"

namespace weft {

/// How wide text for people may be, in columns; 0: without limit.
struct TextWidth {
  std::size_t line = 0;  ///< wider tables are folded into blocks of columns, longer sentences are wrapped
  std::size_t cell = 0;  ///< longer cells and settings are cut

  friend bool operator==(TextWidth const&, TextWidth const&) = default;
};
/// The width of what a descriptor leads to: that of a terminal; elsewhere lines of any length, with cells of at most 1000
/// columns. `wide`: without limits.
TextWidth text_width(int descriptor, bool wide);

/// The table for people: title, names and units, numbers aligned to the right. Lines carry no trailing spaces. A table too
/// wide for the line is folded: the first column is repeated before each block; a single row becomes a line per column.
std::string table_text(Table const& table, TextWidth width = {});

/// The whole result for people: the answer, scenario, tables, notes, and how and where it was computed.
std::string result_text(Result const& result, TextWidth width = {});

/// The table as CSV (quoting of RFC 4180, lines end in LF): a header `name [unit]`, numbers with all their digits.
std::string table_csv(Table const& table);

}  // namespace weft
