// SPDX-License-Identifier: Apache-2.0
#include "weft/core/table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/former_names.hpp"

namespace weft {
namespace {

constexpr int significant_digits = 5;

std::string short_number(double number, int decimals) {
  if (decimals >= 0) return fmt::format("{:.{}f}", number, decimals);
  double const size = std::abs(number);
  bool const all_digits_before_point = size >= 1e5 && size < 1e12;
  return all_digits_before_point ? fmt::format("{:.0f}", number)
                                 : fmt::format("{:.{}g}", number, significant_digits);
}

}  // namespace

double Value::number() const {
  if (auto const* const whole = std::get_if<std::int64_t>(&content_)) return static_cast<double>(*whole);
  if (auto const* const real = std::get_if<double>(&content_)) return *real;
  return std::numeric_limits<double>::quiet_NaN();
}

std::string Value::exact_text() const {
  if (auto const* const whole = std::get_if<std::int64_t>(&content_)) return fmt::format("{}", *whole);
  if (auto const* const real = std::get_if<double>(&content_)) return fmt::format("{}", *real);
  return is_text() ? std::get<std::string>(content_) : std::string{};
}

std::string Value::short_text(int decimals) const {
  auto const* const real = std::get_if<double>(&content_);
  return real ? short_number(*real, decimals) : exact_text();
}

void Table::add_row(std::vector<Value> row) {
  WEFT_EXPECT(row.size() == columns.size());
  for (auto& value : row)
    if (value.is_number() && !std::isfinite(value.number())) value = {};
  rows.push_back(std::move(row));
}

std::string heading(Column const& column) {
  if (!column.heading.empty()) return column.heading;
  auto words = column.name;
  std::ranges::replace(words, '_', ' ');
  return words;
}

std::optional<std::size_t> Table::find_column(std::string_view column_name) const {
  auto const position = [&](std::string_view other) {
    return static_cast<std::size_t>(std::ranges::find(columns, other, &Column::name) - columns.begin());
  };
  if (auto const i = position(column_name); i < columns.size()) return i;
  for (auto const& other : other_column_names(column_name))
    if (auto const i = position(other); i < columns.size()) return i;
  return {};
}

std::size_t Table::column(std::string_view column_name) const {
  if (auto const position = find_column(column_name)) return *position;
  throw std::out_of_range("table " + name + " has no column " + std::string(column_name));
}

Value const& Table::at(std::size_t row, std::string_view column_name) const {
  return rows.at(row).at(column(column_name));
}

}  // namespace weft
