// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "weft/core/result.hpp"
#include "weft/core/table.hpp"
#include "weft/io/text_layout.hpp"

namespace weft {

/// Formats the table as text: title, headings and units, numbers aligned to the right. Cells are never
/// truncated. A last line states the number of omitted rows, and names the columns that do not fit on the
/// line. A single row that is too wide becomes a line per column. Where a line has no room for the column
/// `unit`, units stand behind the names of the first column. The columns `value`, `lower` and `upper` of a
/// quantity that is exact or bounded become one column. A table with a first column `name`, `term` or
/// `parameter` and a last column `meaning` becomes a list of definitions; its other cells stand behind the
/// meaning in parentheses. There, in a row without a term the first other cell is one of the values of the
/// term above it, and a row with a meaning only is a heading.
std::string format_table(Table const& table, TextLayout const& layout = {});

/// Formats the result as text: the verdict, the settings, tables and notes. If `layout.rows` is set, only the
/// names of tables that are not main are listed; otherwise the run, the host and the times follow. If the
/// text is longer than the screen, the verdict is repeated at its end.
std::string format_result(Result const& result, TextLayout const& layout = {});

/// Returns the names in `layout.details` that the result does not have.
std::vector<std::string> unknown_details(Result const& result, TextLayout const& layout);

/// Returns the names that are valid in `layout.details` for the result.
std::vector<std::string> names_of_details(Result const& result);

/// Formats an interval: `0.29 to 0.5`, or `at least 3`; `unknown` if it spans more than a factor of
/// `max_ratio`.
std::string format_interval(Value const& lower, Value const& upper, double max_ratio);
/// Ratio of upper to lower bound above which an interval is reported as unknown.
inline constexpr double max_interval_ratio = 3;

/// Returns the field of a column in the header of a CSV file: `name [unit]`, or the name if there is no unit.
std::string csv_heading(Column const& column);

/// Returns the table as CSV (quoting of RFC 4180, lines end in LF): a header of csv_heading, numbers with
/// full precision.
std::string table_csv(Table const& table);

}  // namespace weft
