#include <algorithm>

#include <fmt/format.h>

#include "weft/report/html.hpp"
#include "weft/report/sections.hpp"

namespace weft::report {
namespace {

bool is_numeric(Table const& table, std::size_t column) {
  bool any = false;
  for (auto const& row : table.rows) {
    if (row[column].is_text()) return false;
    any = any || row[column].is_number();
  }
  return any;
}

std::string cell(Value const& value, Column const& column, bool numeric, bool heads_row) {
  auto const exact = value.exact_text(), text = value.short_text(column.decimals);
  auto const* tag = heads_row ? "th" : "td";
  std::string attributes = heads_row ? " scope=\"row\"" : "";
  if (numeric) attributes += " class=\"number\"";
  if (text != exact) attributes += fmt::format(" data-exact=\"{}\"", escape_html(exact));
  return fmt::format("<{}{}>{}</{}>", tag, attributes, shown_html(text), tag);
}

std::string head(Column const& column, bool numeric) {
  auto attributes = std::string(numeric ? " class=\"number\"" : "");
  if (!column.doc.empty()) attributes += fmt::format(" title=\"{}\"", escape_html(column.doc));
  auto const unit = column.unit.empty()
                        ? std::string()
                        : fmt::format(" <span class=\"unit\">[{}]</span>", escape_html(column.unit));
  return fmt::format("<th scope=\"col\"{}>{}{}</th>", attributes, shown_html(column.name), unit);
}

std::string explanations(Table const& table) {
  std::string list;
  for (auto const& column : table.columns)
    if (!column.doc.empty())
      list += fmt::format("<dt>{}</dt><dd>{}</dd>\n", shown_html(column.name), escape_html(column.doc));
  if (list.empty()) return {};
  return "<details class=\"columns\"><summary>Columns</summary>\n<dl>\n" + list + "</dl></details>\n";
}

/// A first column of distinct texts names the rows.
bool heads_rows(Table const& table) {
  if (table.columns.size() < 2) return false;
  std::vector<std::string> names;
  for (auto const& row : table.rows) {
    if (!row.front().is_text()) return false;
    names.push_back(row.front().exact_text());
  }
  std::ranges::sort(names);
  return std::ranges::adjacent_find(names) == names.end();
}

}  // namespace

std::string table_html(Table const& table, Place const& place, std::string const& id, std::size_t rows) {
  auto const title = table.title.empty() ? table.name : table.title;
  auto out = fmt::format("<section class=\"table\" data-name=\"{}\">\n{}", escape_html(table.name),
                         heading(place.level + 1, title, id));
  out += fmt::format(
      "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-labelledby=\"{}\">\n<table>\n<thead><tr>",
      id);
  std::vector<bool> numeric(table.columns.size());
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    numeric[i] = is_numeric(table, i);
    out += head(table.columns[i], numeric[i]);
  }
  out += "</tr></thead>\n<tbody>\n";
  bool const named = heads_rows(table);
  for (std::size_t r = 0; r < std::min(rows, table.rows.size()); ++r) {
    out += "<tr>";
    for (std::size_t i = 0; i < table.columns.size(); ++i)
      out += cell(table.rows[r][i], table.columns[i], numeric[i], named && i == 0);
    out += "</tr>\n";
  }
  out += "</tbody>\n</table>\n</div>\n";
  if (table.rows.size() > rows)
    out +=
        fmt::format("<p class=\"note\">The first {} of {} rows. `-o DIR` writes all of them as {}.csv.</p>\n",
                    rows, table.rows.size(), escape_html(table.name));
  return out + explanations(table) + "</section>\n";
}

}  // namespace weft::report
