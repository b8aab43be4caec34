// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// One record as a line of CSV with its LF; fields are quoted where RFC 4180 requires it. A text that a
/// spreadsheet would take for a formula gets an apostrophe, which parse_csv removes.
std::string csv_line(std::vector<std::string> const& fields);

/// One field and its position (both from 1).
struct CsvField {
  std::string text;
  std::size_t line, column;
};

/// The records of a CSV file; all have as many fields as the header.
struct CsvFile {
  std::string file;
  std::vector<std::string> header;
  std::vector<std::vector<CsvField>> records;

  /// `file:line:column` of a field, for errors about its value.
  std::string place(CsvField const& field) const;
};

/// Reads CSV (RFC 4180; lines may end in LF or CRLF; blank lines and lines that begin with # are skipped).
/// The first record is the header. Throws InputError at file:line:column. `file` is the name used in errors.
CsvFile parse_csv(std::string_view text, std::string file);

}  // namespace weft
