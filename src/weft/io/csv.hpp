// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// Formats one record as a line of CSV that ends in LF, with quotes where RFC 4180 requires them. Prefixes a
/// text that a spreadsheet would evaluate as a formula with an apostrophe, which parse_csv removes.
std::string csv_line(std::vector<std::string> const& fields);

/// A field and its position (line and column, from 1).
struct CsvField {
  std::string text;
  std::size_t line, column;
};

/// The records of a CSV file. Each record has `header.size()` fields.
struct CsvFile {
  std::string file;
  std::vector<std::string> header;
  std::vector<std::vector<CsvField>> records;

  /// Returns `file:line:column` of a field, for errors about its value.
  std::string place(CsvField const& field) const;
};

/// Parses CSV (RFC 4180). Lines end in LF or CRLF; blank lines and lines that begin with # are skipped. The
/// first record is the header. Throws InputError at file:line:column; `file`: name for error messages.
CsvFile parse_csv(std::string_view text, std::string file);

}  // namespace weft
