// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace weft {

/// One row of a table of test/data, by column name.
using ReferenceRow = std::map<std::string, std::string>;

inline std::vector<std::string> split(std::string const& line, char separator) {
  std::vector<std::string> fields{""};
  bool quoted = false;
  for (char const c : line)
    if (c == '"')
      quoted = !quoted;
    else if (c == separator && !quoted)
      fields.emplace_back();
    else
      fields.back() += c;
  return fields;
}

/// Reads a CSV file whose first line names the columns.
inline std::vector<ReferenceRow> csv_rows(std::string const& path) {
  std::ifstream in{path};
  std::string line;
  if (!std::getline(in, line)) throw std::runtime_error(path + " is missing or empty");
  auto const names = split(line, ',');
  std::vector<ReferenceRow> rows;
  while (std::getline(in, line)) {
    auto const fields = split(line, ',');
    for (auto& row = rows.emplace_back(); auto const& name : names) row[name] = fields.at(row.size());
  }
  return rows;
}

/// The same of test/data/`file`.
inline std::vector<ReferenceRow> reference_rows(std::string const& file) {
  return csv_rows(std::string{WEFT_SOURCE_DIR "/test/data/"} + file);
}

}  // namespace weft
