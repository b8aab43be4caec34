// SPDX-License-Identifier: Apache-2.0
#include "weft/core/number.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "weft/core/error.hpp"

namespace weft {
namespace {

/// base ^ (numerator / denominator), as written by the user; the exponent of a plain number is 1 / 1.
struct Power {
  std::string_view base;
  std::string_view numerator = "1", denominator = "1";
};

std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::optional<Power> split_power(std::string_view text) {
  std::size_t const caret = text.find('^');
  if (caret == std::string_view::npos) return Power{trim(text)};
  Power power{trim(text.substr(0, caret))};
  std::string_view exponent = trim(text.substr(caret + 1));
  if (exponent.starts_with('(')) {
    if (!exponent.ends_with(')')) return std::nullopt;
    exponent = exponent.substr(1, exponent.size() - 2);
    if (std::size_t const slash = exponent.find('/'); slash != std::string_view::npos) {
      power.denominator = trim(exponent.substr(slash + 1));
      exponent = exponent.substr(0, slash);
    }
  }
  power.numerator = trim(exponent);
  return power;
}

template <class Number>
std::optional<Number> plain(std::string_view text) {
  Number number{};
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<std::int64_t> whole(long double number) {
  if (!(std::abs(number) <= 0x1p53L) || number != std::trunc(number)) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

/// Parses an integer, which may have an exponent or a decimal point: 1e6, 3.0.
std::optional<std::int64_t> plain_integer(std::string_view text) {
  if (auto const number = plain<std::int64_t>(text)) return number;
  auto const number = plain<double>(text);
  return number ? whole(*number) : std::nullopt;
}

std::optional<std::int64_t> integer_power(std::int64_t base, std::int64_t exponent) {
  if (base == 0 || base == 1) return exponent == 0 ? 1 : base;
  if (exponent < 0 || exponent > 63) return std::nullopt;
  std::int64_t result = 1;
  for (std::int64_t i = 0; i < exponent; ++i)
    if (__builtin_mul_overflow(result, base, &result)) return std::nullopt;
  return result;
}

std::optional<std::int64_t> integer_root(std::int64_t value, std::int64_t degree) {
  if (degree == 1) return value;
  if (value < 0 || degree < 1) return std::nullopt;
  auto const guess = std::llround(std::pow(static_cast<double>(value), 1.0 / static_cast<double>(degree)));
  for (std::int64_t root = std::max(guess - 1, 0LL); root <= guess + 1; ++root)
    if (integer_power(root, degree) == value) return root;
  return std::nullopt;
}

std::optional<std::int64_t> exact_value(Power const& power) {
  auto const base = plain_integer(power.base);
  auto const numerator = plain_integer(power.numerator), denominator = plain_integer(power.denominator);
  if (!base || !numerator || !denominator || *numerator < 0 || *denominator < 1) return std::nullopt;
  std::int64_t const common = std::gcd(*numerator, *denominator);
  auto const root = integer_root(*base, *denominator / common);
  return root ? integer_power(*root, *numerator / common) : std::nullopt;
}

template <class Number>
std::optional<Number> real_value(Power const& power) {
  auto const base = plain<Number>(power.base);
  auto const numerator = plain<double>(power.numerator), denominator = plain<double>(power.denominator);
  if (!base || !numerator || !denominator) return std::nullopt;
  Number const value =
      *numerator == *denominator && *denominator != 0
          ? *base
          : static_cast<Number>(std::pow(static_cast<double>(*base), *numerator / *denominator));
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// A factor as a quotient of two exact numbers.
struct Factor {
  long double over = 1, under = 1;
  bool is_one() const { return over == under; }
  Factor operator*(Factor other) const { return {over * other.over, under * other.under}; }
  Factor operator/(Factor other) const { return {over * other.under, under * other.over}; }
};

struct Named {
  std::string_view name;
  Factor factor;
};

constexpr std::array multiples{
    Named{"Ki", {0x1p10L}}, Named{"ki", {0x1p10L}}, Named{"Mi", {0x1p20L}}, Named{"Gi", {0x1p30L}},
    Named{"Ti", {0x1p40L}}, Named{"Pi", {0x1p50L}}, Named{"k", {1e3L}},     Named{"K", {1e3L}},
    Named{"M", {1e6L}},     Named{"G", {1e9L}},     Named{"T", {1e12L}},    Named{"P", {1e15L}},
};
constexpr std::array parts{Named{"m", {1, 1e3L}}, Named{"u", {1, 1e6L}},  Named{"µ", {1, 1e6L}},
                           Named{"n", {1, 1e9L}}, Named{"p", {1, 1e12L}}, Named{"c", {1, 1e2L}}};

/// A unit: the quantity that it measures, and its size relative to the first unit of that quantity.
struct Unit {
  std::string_view name, kind;
  Factor factor = {};
};
constexpr std::array units{
    Unit{"s", "time"},           Unit{"seconds", "time"},     Unit{"ns", "time", {1, 1e9L}},
    Unit{"min", "time", {60}},   Unit{"B", "data"},           Unit{"bytes", "data"},
    Unit{"b", "data", {1, 8}},   Unit{"bit", "data", {1, 8}}, Unit{"B/s", "rate"},
    Unit{"bytes/s", "rate"},     Unit{"b/s", "rate", {1, 8}}, Unit{"bit/s", "rate", {1, 8}},
    Unit{"bps", "rate", {1, 8}}, Unit{"m", "length"},         Unit{"W", "power"},
};

template <class List>
auto find_name(List const& list, std::string_view name) {
  return std::find_if(list.begin(), list.end(), [name](auto const& entry) { return entry.name == name; });
}

/// Returns the unit named `name`, which may have a prefix, as in Gb/s.
std::optional<Unit> unit_of(std::string_view name) {
  if (auto const unit = find_name(units, name); unit != units.end()) return *unit;
  for (auto const& prefix : multiples) {
    if (!name.starts_with(prefix.name)) continue;
    if (auto const unit = find_name(units, name.substr(prefix.name.size())); unit != units.end())
      return Unit{name, unit->kind, prefix.factor * unit->factor};
  }
  return std::nullopt;
}

/// Returns whether a number requires an explicit unit. Rates do, because 400G could be bits or bytes.
bool needs_unit(std::string_view of) {
  auto const target = unit_of(of);
  return target && target->kind == "rate";
}

/// Returns the factor that converts the suffix to the unit `of`, or nullopt if the suffix does not measure
/// the same quantity.
std::optional<Factor> factor_of(std::string_view suffix, std::string_view of) {
  if (suffix.empty() || suffix == of) return Factor{};
  auto const target = unit_of(of);
  auto const in_target = [&](Unit const& unit, Factor prefix) -> std::optional<Factor> {
    if (!target || unit.kind != target->kind) return std::nullopt;
    return prefix * unit.factor / target->factor;
  };
  if (auto const unit = find_name(units, suffix); unit != units.end())
    if (auto const factor = in_target(*unit, {})) return factor;
  if (auto const prefix = find_name(multiples, suffix); prefix != multiples.end() && !needs_unit(of))
    return prefix->factor;
  auto const with_prefix = [&](Named const& prefix) -> std::optional<Factor> {
    if (!suffix.starts_with(prefix.name)) return std::nullopt;
    auto const unit = find_name(units, suffix.substr(prefix.name.size()));
    return unit == units.end() ? std::nullopt : in_target(*unit, prefix.factor);
  };
  for (auto const& prefix : multiples)
    if (auto const factor = with_prefix(prefix)) return factor;
  for (auto const& prefix : parts)
    if (auto const factor = with_prefix(prefix)) return factor;
  return std::nullopt;
}

struct Quantity {
  Power power;
  Factor factor;
};

/// Splits a string into its number and unit. A suffix follows a digit, a point or a bracket.
std::optional<Quantity> split_quantity(std::string_view text, std::string_view unit) {
  text = trim(text);
  std::size_t const end = text.find_last_of("0123456789.)");
  std::size_t const digits = end == std::string_view::npos ? text.size() : end + 1;
  auto const factor = factor_of(trim(text.substr(digits)), unit);
  auto const power = split_power(text.substr(0, digits));
  return factor && power ? std::optional(Quantity{*power, *factor}) : std::nullopt;
}

/// Returns the value in long double, so that 1.1us is 1.1e-6 to the last digit.
std::optional<long double> long_value(Quantity const& quantity) {
  auto const real = real_value<long double>(quantity.power);
  return real ? std::optional(*real * quantity.factor.over / quantity.factor.under) : std::nullopt;
}

std::optional<double> real_value(Quantity const& quantity) {
  if (quantity.factor.is_one()) return real_value<double>(quantity.power);
  auto const value = long_value(quantity);
  return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
}

std::optional<std::int64_t> exact_value(Quantity const& quantity) {
  if (quantity.factor.is_one()) return exact_value(quantity.power);
  auto const value = long_value(quantity);
  return value ? whole(*value) : std::nullopt;
}

/// Returns an example of a value with a unit; empty if `unit` is unknown.
std::string_view example(std::string_view unit) {
  auto const known = unit_of(unit);
  if (!known) return {};
  return known->kind == "time"     ? "2us"
         : known->kind == "data"   ? "64kB"
         : known->kind == "rate"   ? "100Gb/s"
         : known->kind == "length" ? "2.5m"
                                   : "10W";
}

/// Returns the common units of a kind.
std::vector<std::string> usual_units(std::string_view kind) {
  if (kind == "time") return {"s", "ms", "us", "ns", "min"};
  if (kind == "data") return {"B", "kB", "MB", "GB", "KiB", "MiB", "GiB", "kb", "Mb", "Gb"};
  if (kind == "rate") return {"B/s", "MB/s", "GB/s", "Mb/s", "Gb/s", "Tb/s"};
  if (kind == "length") return {"m", "cm", "mm"};
  return {"W", "mW", "kW"};
}

/// Returns a suggestion for a number that lacks a unit or has one of another kind; empty if the text is not a
/// number.
std::string unit_hint(std::string_view text, std::string_view unit) {
  text = trim(text);
  auto const digits = text.find_last_of("0123456789.)") + 1;  // 0: no digits
  auto const number = text.substr(0, digits), suffix = text.substr(digits);
  auto const known = unit_of(unit);
  if (!known || digits == 0 || suffix.empty() || !plain<double>(number)) return {};
  if (known->kind == "rate" && factor_of(suffix, "bytes") && !factor_of(suffix, ""))
    return fmt::format("write {}{}/s", number, suffix);
  auto const units_of_kind = usual_units(known->kind);
  auto similar = units_of_kind;  // bits are not converted to bytes
  for (char const letter : {'b', 'B'})
    if (suffix.find(letter) != std::string_view::npos)
      std::erase_if(similar, [letter](auto const& each) { return each.find(letter) == std::string::npos; });
  auto near = nearest(suffix, similar);
  if (near.empty())
    for (auto const& each : units_of_kind)  // for usec: us
      if (suffix.starts_with(each) && each.size() > near.size()) near = each;
  if (!near.empty()) return fmt::format("write {}{}", number, near);
  return fmt::format("units: {}", fmt::join(units_of_kind, ", "));
}

}  // namespace

double read_number(std::string_view name, std::string_view text, std::string_view unit) {
  auto const quantity = split_quantity(text, unit);
  auto const value = quantity ? real_value(*quantity) : std::nullopt;
  if (value && std::isfinite(*value)) return *value;
  if (auto const number = trim(text); needs_unit(unit) && !quantity && split_quantity(number, ""))
    reject_value(name, text, "could be bits or bytes per second",
                 fmt::format("write {0}b/s or {0}B/s", number));
  if (auto const shown = example(unit); !shown.empty())
    reject_value(name, text, fmt::format("must be a number of {}, like 0.5, 1e6 or {}", unit, shown),
                 unit_hint(text, unit));
  reject_value(name, text, "must be a number, like 0.5, 1e6, 2^20, 64k or 1000^(1/3)");
}

std::int64_t read_integer(std::string_view name, std::string_view text, std::string_view unit) {
  auto const quantity = split_quantity(text, unit);
  if (auto const value = quantity ? exact_value(*quantity) : std::nullopt) return *value;
  auto const real = quantity ? long_value(*quantity) : std::nullopt;
  if (real && std::abs(*real) > 0x1p53L) reject_value(name, text, "too large");
  auto const shown = example(unit);
  reject_value(name, text,
               shown.empty() ? "must be a whole number"
                             : fmt::format("must be a whole number of {}, like 64 or {}", unit, shown),
               unit_hint(text, unit));
}

std::optional<std::uint64_t> to_number(std::string_view text, int base) {
  std::uint64_t number = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc{} || end != text.data() + text.size()) return {};
  return number;
}

std::string format_number(double value) {
  bool const is_whole = value == std::trunc(value) && std::abs(value) < 1e15;
  return is_whole ? fmt::format("{:.0f}", value + 0.0) : fmt::format("{}", value);
}

void reject_value(std::string_view name, std::string_view text, std::string why, std::string suggestion) {
  throw InputError(fmt::format("{}={}", name, shown(text)), std::move(why), std::move(suggestion))
      .about(name);
}

}  // namespace weft
