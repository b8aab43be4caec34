// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace weft {

/// A cell of a table: empty, an integer, a number or text.
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
  /// Returns the number, or NaN for empty cells and text.
  double number() const;
  /// Returns the exact text: numbers are parsed as the same number; "" for an empty cell.
  std::string exact_text() const;
  /// Returns the text for display: numbers with `decimals` digits after the decimal point or, if it is
  /// negative, with up to 5 significant digits.
  std::string short_text(int decimals = -1) const;

  std::variant<std::monostate, std::int64_t, double, std::string> const& content() const { return content_; }
  friend bool operator==(Value const&, Value const&) = default;

 private:
  std::variant<std::monostate, std::int64_t, double, std::string> content_;
};

/// Priority of a column: if a screen is too narrow, columns of low priority are omitted first.
enum class Priority : std::uint8_t { low, normal, high };

/// The meaning of the values of a column.
struct Column {
  std::string name;
  std::string unit = {};  ///< empty for counts, ratios and names
  std::string doc = {};
  /// Digits displayed after the decimal point; negative: up to 5 significant digits. Files contain all
  /// digits.
  int decimals = -1;
  std::string heading = {};              ///< for display; empty: the name, with spaces for underscores
  Priority priority = Priority::normal;  ///< for display

  /// Compares the parts that are written to files.
  friend bool operator==(Column const& a, Column const& b) {
    return a.name == b.name && a.unit == b.unit && a.doc == b.doc && a.decimals == b.decimals &&
           a.heading == b.heading;
  }
};

/// Returns the heading of a column.
std::string heading(Column const& column);

/// The part of a table that is shown by default.
struct Digest {
  /// `automatic`: main if the table is the first of its result and no other table is main. `whole`: main,
  /// with all rows.
  enum class Role : std::uint8_t { automatic, main, whole, detail };
  Role role = Role::automatic;
  std::vector<std::size_t> rows = {};  ///< indices of the rows to show; empty: the first rows
};

/// Results in named columns; text, CSV, JSON and pictures are generated from this description
/// (io/table_writer.hpp).
struct Table {
  std::string name;  ///< stem of the output file
  std::string title;
  std::vector<Column> columns;
  std::vector<std::vector<Value>> rows;
  Digest digest = {};  ///< the part that is shown by default

  /// Appends a row with one value per column. NaN and infinite numbers become empty cells.
  void add_row(std::vector<Value> row);
  /// Returns the index of the column named `column_name`, or with this name in an earlier version
  /// (core/former_names.hpp); nullopt if there is none.
  std::optional<std::size_t> find_column(std::string_view column_name) const;
  /// Returns the index of the column named `column_name`, or with this name in an earlier version. Throws
  /// std::out_of_range if there is none.
  std::size_t column(std::string_view column_name) const;
  /// Returns the cell in row `row` of the column named `column_name`. Throws std::out_of_range if there is
  /// none.
  Value const& at(std::size_t row, std::string_view column_name) const;
  /// Compares the parts that are written to files.
  friend bool operator==(Table const& a, Table const& b) {
    return a.name == b.name && a.title == b.title && a.columns == b.columns && a.rows == b.rows;
  }
};

}  // namespace weft
