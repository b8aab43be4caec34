// SPDX-License-Identifier: Apache-2.0
#include "weft/io/csv.hpp"

#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "weft/core/error.hpp"

namespace weft {
namespace {

constexpr char formula_escape = '\'';

bool is_number(std::string_view text) {
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  double number = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error != std::errc::invalid_argument && end == text.data() + text.size();
}

/// Returns whether a spreadsheet may evaluate the text as a formula (OWASP, CSV injection). A single sign is
/// not a formula. Apostrophes before a formula are skipped, so that reading removes only the apostrophe that
/// writing added.
bool is_like_formula(std::string_view text) {
  while (text.starts_with(formula_escape)) text.remove_prefix(1);
  return text.size() > 1 && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos &&
         !is_number(text);
}

std::string csv_field(std::string const& given) {
  auto const text = is_like_formula(given) ? formula_escape + given : given;
  if (text.find_first_of(",\"\r\n") == std::string::npos && !text.starts_with('#')) return text;
  std::string quoted = "\"";
  for (char const c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

class CsvReader {
 public:
  CsvReader(std::string_view text, std::string const& file) : text_(text), file_(file) {}

  /// Returns the next record, or an empty one at the end of the text.
  std::vector<CsvField> record() {
    skip_lines();
    std::vector<CsvField> fields;
    if (at_end()) return fields;
    do fields.push_back(field());
    while (take(','));
    take('\r');
    if (!at_end() && !take('\n')) fail("unexpected text after the closing quote");
    return fields;
  }

  [[noreturn]] void fail(std::string const& problem) const { fail(problem, line_, column_); }
  [[noreturn]] void fail(std::string const& problem, std::size_t line, std::size_t column) const {
    throw InputError(problem, {}, {}, fmt::format("{}:{}:{}", file_, line, column));
  }

 private:
  bool at_end() const { return at_ == text_.size(); }
  bool next_is(char c) const { return !at_end() && text_[at_] == c; }

  char take_any() {
    char const c = text_[at_++];
    column_ = c == '\n' ? 1 : column_ + 1;
    line_ += c == '\n';
    return c;
  }
  bool take(char c) { return next_is(c) && (take_any(), true); }

  void skip_lines() {
    while (next_is('\n') || next_is('#') || (next_is('\r') && text_.substr(at_).starts_with("\r\n")))
      while (!at_end() && take_any() != '\n') {}
  }

  CsvField field() {
    CsvField field{{}, line_, column_};
    if (take('"')) {
      do {
        while (!at_end() && !next_is('"')) field.text += take_any();
        if (!take('"')) fail("the quote is not closed", field.line, field.column);
        if (next_is('"')) field.text += '"';
      } while (take('"'));
    } else {
      while (!at_end() && !next_is(',') && !next_is('\n')) {
        if (next_is('"')) fail("an unquoted field contains a quote");
        if (next_is('\r') && text_.substr(at_).starts_with("\r\n")) break;
        field.text += take_any();
      }
    }
    if (field.text.starts_with(formula_escape) && is_like_formula(std::string_view(field.text).substr(1)))
      field.text.erase(0, 1);
    return field;
  }

  std::string_view text_;
  std::string const& file_;
  std::size_t at_ = 0, line_ = 1, column_ = 1;
};

}  // namespace

std::string csv_line(std::vector<std::string> const& fields) {
  if (fields.size() == 1 && fields.front().empty()) return "\"\"\n";
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i) line += (i == 0 ? "" : ",") + csv_field(fields[i]);
  return line + '\n';
}

std::string CsvFile::place(CsvField const& field) const {
  return fmt::format("{}:{}:{}", file, field.line, field.column);
}

CsvFile parse_csv(std::string_view text, std::string file) {
  CsvFile csv{std::move(file), {}, {}};
  CsvReader reader(text, csv.file);
  for (CsvField& field : reader.record()) csv.header.push_back(std::move(field.text));
  if (csv.header.empty()) reader.fail("the header is missing");
  for (auto record = reader.record(); !record.empty(); record = reader.record()) {
    if (record.size() != csv.header.size())
      reader.fail(
          fmt::format("the row has {} fields, but the header has {}", record.size(), csv.header.size()),
          record.front().line, record.front().column);
    csv.records.push_back(std::move(record));
  }
  return csv;
}

}  // namespace weft
