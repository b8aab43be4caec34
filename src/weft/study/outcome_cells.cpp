#include "weft/study/outcome_cells.hpp"

#include <algorithm>
#include <stdexcept>

#include "weft/core/error.hpp"
#include "weft/io/csv.hpp"
#include "weft/io/file.hpp"

namespace weft {

void Spread::add(double value) {
  min = count == 0 ? value : std::min(min, value);
  max = count == 0 ? value : std::max(max, value);
  sum += value;
  ++count;
}

std::vector<std::string> label_values(std::vector<StudyOutcome> const& outcomes, std::string_view label) {
  std::vector<std::string> values;
  for (auto const& [run, result] : outcomes)
    if (auto const value = run.label(label);
        !value.empty() && std::find(values.begin(), values.end(), value) == values.end())
      values.push_back(value);
  return values;
}

Spread cell_spread(std::vector<StudyOutcome> const& outcomes, std::string const& paper_table,
                   std::string const& reading, std::string const& result_table, Value const& row,
                   std::string const& column) {
  Spread spread;
  for (auto const& [run, result] : outcomes) {
    if (run.label("table") != paper_table || run.label("reading") != reading) continue;
    Table const& table = result.table(result_table);
    for (std::size_t r = 0; r < table.rows.size(); ++r)
      if (table.rows[r].front() == row) spread.add(table.at(r, column).number());
  }
  return spread;
}

std::string const& PublishedRow::at(std::string_view column) const {
  for (auto const& [name, text] : fields)
    if (name == column) return text;
  throw std::out_of_range("no column " + std::string(column));
}

double PublishedRow::number(std::string_view column) const { return read_number(column, at(column)); }

std::vector<PublishedRow> read_published(Study const& study, Toml const& options, char const* key,
                                         std::vector<std::string> const& columns) {
  auto const path = study.directory / options.at(key).as_text();
  auto const file = parse_csv(read_file(path), path.string());
  for (auto const& column : columns)
    if (std::find(file.header.begin(), file.header.end(), column) == file.header.end())
      throw InputError("no column " + column, "", suggest(column, file.header), file.file);
  std::vector<PublishedRow> rows;
  for (auto const& record : file.records) {
    auto& row = rows.emplace_back();
    for (std::size_t i = 0; i < record.size(); ++i) row.fields.emplace_back(file.header[i], record[i].text);
  }
  return rows;
}

}  // namespace weft
