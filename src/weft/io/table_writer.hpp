#pragma once

#include <string>

#include "weft/core/result.hpp"
#include "weft/core/table.hpp"

namespace weft {

/// The table for people: title, names and units, numbers aligned to the right. Lines carry no trailing spaces.
std::string table_text(Table const& table);

/// The whole result for people: the answer, scenario, tables, notes, and how and where it was computed.
std::string result_text(Result const& result);

/// The table as CSV (quoting of RFC 4180, lines end in LF): a header `name [unit]`, numbers with all their digits.
std::string table_csv(Table const& table);

}  // namespace weft
