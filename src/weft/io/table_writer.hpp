// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "weft/core/result.hpp"
#include "weft/core/table.hpp"
#include "weft/io/text_layout.hpp"

namespace weft {

/// The table for people: title, headings and units, numbers aligned to the right. A cell is never cut. A line
/// at the end counts the rows that are left out, and names the columns for which a line has no room. A single
/// row that is too wide becomes a line per column. The columns `value`, `lower` and `upper` of a quantity
/// that is exact or between bounds are one column.
std::string format_table(Table const& table, TextLayout const& layout = {});

/// The result for people: the verdict, the settings, tables and notes. With `layout.rows`, tables that are
/// not main are only named; else the run, the host and the times follow. If the text is longer than the
/// screen, the verdict also stands at its end.
std::string format_result(Result const& result, TextLayout const& layout = {});

/// The names of `layout.details` that the result does not have.
std::vector<std::string> unknown_details(Result const& result, TextLayout const& layout);

/// The names that `layout.details` may have for the result.
std::vector<std::string> names_of_details(Result const& result);

/// An interval in words: `0.29 to 0.5`, or `at least 3`. `unknown` if it spans more than a factor of
/// `max_ratio`.
std::string format_interval(Value const& lower, Value const& upper, double max_ratio);
/// The ratio of bounds beyond which an interval has no use for a person.
inline constexpr double max_told_ratio = 3;

/// The table as CSV (quoting of RFC 4180, lines end in LF): a header `name [unit]`, numbers with all their
/// digits.
std::string table_csv(Table const& table);

}  // namespace weft
