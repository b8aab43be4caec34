// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace weft {

/// One cell of a table: empty, a whole number, a number or text.
class Value {
 public:
  Value() = default;
  template <std::integral Int>
    requires(!std::same_as<Int, bool>)
  Value(Int number) : content_(static_cast<std::int64_t>(number)) {}  // NOLINT(google-explicit-constructor)
  Value(double number) : content_(number) {}                          // NOLINT(google-explicit-constructor)
  Value(std::string text) : content_(std::move(text)) {}              // NOLINT(google-explicit-constructor)
  Value(std::string_view text) : content_(std::string(text)) {}       // NOLINT(google-explicit-constructor)
  Value(char const* text) : content_(std::string(text)) {}            // NOLINT(google-explicit-constructor)

  bool is_empty() const { return std::holds_alternative<std::monostate>(content_); }
  bool is_text() const { return std::holds_alternative<std::string>(content_); }
  bool is_number() const { return !is_empty() && !is_text(); }
  /// The number of a number, else NaN.
  double number() const;
  /// The exact text: numbers read back as the same number; an empty cell gives "".
  std::string exact_text() const;
  /// The text for people: numbers with `decimals` digits after the point, or with up to 5 significant ones if
  /// negative.
  std::string short_text(int decimals = -1) const;

  std::variant<std::monostate, std::int64_t, double, std::string> const& content() const { return content_; }
  friend bool operator==(Value const&, Value const&) = default;

 private:
  std::variant<std::monostate, std::int64_t, double, std::string> content_;
};

/// The meaning of the values of one column.
struct Column {
  std::string name;
  std::string unit = {};  ///< empty for counts, ratios and names
  std::string doc = {};
  /// Digits after the point for people; negative: up to 5 significant ones. Files hold all digits.
  int decimals = -1;
  friend bool operator==(Column const&, Column const&) = default;
};

/// Results in named columns; text, CSV, JSON and pictures are made from this one description
/// (io/table_writer.hpp).
struct Table {
  std::string name;  ///< the stem of the file it is written to
  std::string title;
  std::vector<Column> columns;
  std::vector<std::vector<Value>> rows;

  /// Appends a row; as many values as columns. A number that is NaN or infinite becomes an empty cell.
  void add_row(std::vector<Value> row);
  /// The position of the column of that name. Throws std::out_of_range.
  std::size_t column(std::string_view column_name) const;
  /// The cell in row `row` of the column of that name. Throws std::out_of_range.
  Value const& at(std::size_t row, std::string_view column_name) const;
  friend bool operator==(Table const&, Table const&) = default;
};

}  // namespace weft
