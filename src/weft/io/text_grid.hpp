// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "weft/core/table.hpp"

namespace weft {

/// One column of a table as text.
struct TextColumn {
  std::string heading;
  std::string unit = {};  ///< empty, or in brackets
  bool is_right = false;  ///< aligned to the right and never wrapped
  Priority priority = Priority::normal;
  std::vector<std::string> cells = {};
};

/// Text of a grid, and the headings of the columns that do not fit on the line.
struct TextGrid {
  std::string text;
  std::vector<std::string> dropped = {};
};

/// Aligns columns of the same number of cells on lines of at most `line` columns (0: any). If they are too
/// wide, headings are wrapped, then columns of low priority are dropped, then headings are wrapped at all
/// punctuation and cells of text between words, and then columns of normal priority are dropped, the last
/// ones first; the first two stay. Columns of high priority for which the line still has no room follow
/// below, beside the first column once more. Lines have no trailing spaces. `has_header`: headings, units
/// if there are any, and a rule; `emphasis`: headings in bold.
TextGrid align_columns(std::vector<TextColumn> columns, std::size_t line, bool has_header, bool emphasis);

/// Returns whether all columns fit on a line without wrapping.
bool fits(std::vector<TextColumn> const& columns, std::size_t line);

}  // namespace weft
