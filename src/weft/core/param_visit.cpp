#include "weft/core/param_visit.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <optional>

#include <fmt/format.h>

namespace weft {
namespace {

/// base ^ (numerator / denominator), as written by the user; a plain number has the exponent 1 / 1.
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

/// Whole numbers may be written with an exponent or a point: 1e6, 3.0.
std::optional<std::int64_t> plain_integer(std::string_view text) {
  if (auto const number = plain<std::int64_t>(text)) return number;
  auto const number = plain<double>(text);
  if (!number || !(std::abs(*number) <= 0x1p53) || *number != std::trunc(*number)) return std::nullopt;
  return static_cast<std::int64_t>(*number);
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

std::optional<double> real_value(Power const& power) {
  auto const base = plain<double>(power.base);
  auto const numerator = plain<double>(power.numerator), denominator = plain<double>(power.denominator);
  if (!base || !numerator || !denominator) return std::nullopt;
  double const value =
      *numerator == *denominator && *denominator != 0 ? *base : std::pow(*base, *numerator / *denominator);
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

}  // namespace

double read_number(std::string_view name, std::string_view text) {
  auto const power = split_power(text);
  auto const value = power ? real_value(*power) : std::nullopt;
  if (!value) detail::refuse_value(name, text, "must be a number, like 0.5, 1e6, 2^20 or 1000^(1/3)");
  return *value;
}

std::int64_t read_integer(std::string_view name, std::string_view text) {
  auto const power = split_power(text);
  if (auto const value = power ? exact_value(*power) : std::nullopt) return *value;
  auto const real = power ? real_value(*power) : std::nullopt;
  if (real && std::abs(*real) > 0x1p53) detail::refuse_value(name, text, "too large");
  detail::refuse_value(name, text, "must be a whole number");
}

bool read_bool(std::string_view name, std::string_view text) {
  if (text == "true" || text == "yes" || text == "on" || text == "1") return true;
  if (text == "false" || text == "no" || text == "off" || text == "0") return false;
  detail::refuse_value(name, text, "must be true or false");
}

Sides read_sides(std::string_view name, std::string_view text) {
  Sides sides;
  for (std::size_t begin = 0; begin <= text.size();) {
    std::size_t const end = std::min(text.find('x', begin), text.size());
    auto const power = split_power(text.substr(begin, end - begin));
    auto const side = power ? exact_value(*power) : std::nullopt;
    if (!side) detail::refuse_value(name, text, "must be whole numbers separated by x, like 8x8x4");
    sides.push_back(*side);
    begin = end + 1;
  }
  return sides;
}

std::string number_text(double value) {
  bool const whole = value == std::trunc(value) && std::abs(value) < 1e15;
  return whole ? fmt::format("{:.0f}", value + 0.0) : fmt::format("{}", value);
}

Numbers read_numbers(std::string_view name, std::string_view text) {
  Numbers numbers;
  for (std::size_t begin = 0; begin <= text.size();) {
    std::size_t const end = std::min(text.find('x', begin), text.size());
    if (begin == end) detail::refuse_value(name, text, "must be numbers separated by x, like 0.5x1x2");
    numbers.push_back(read_number(name, text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return numbers;
}

std::string numbers_text(Numbers const& numbers) {
  std::string text;
  for (double const number : numbers) text += (text.empty() ? "" : "x") + number_text(number);
  return text;
}

std::string sides_text(Sides const& sides) { return fmt::format("{}", fmt::join(sides, "x")); }

std::uint64_t size_of(Sides const& sides) {
  std::uint64_t size = 1;
  for (auto const side : sides) size *= static_cast<std::uint64_t>(side);
  return size;
}

namespace detail {

void refuse_value(std::string_view name, std::string_view text, std::string why, std::string suggestion) {
  throw InputError(fmt::format("{} = {}", name, text), std::move(why), std::move(suggestion)).about(name);
}

std::string range_text(Range range) {
  bool const from = std::isfinite(range.low), to = std::isfinite(range.high);
  if (from && to) return fmt::format("in [{}, {}]", number_text(range.low), number_text(range.high));
  if (from) return "at least " + number_text(range.low);
  if (to) return "at most " + number_text(range.high);
  return {};
}

void check_range(std::string_view name, std::string_view text, double value, Range range) {
  if (value < range.low || value > range.high) refuse_value(name, text, "must be " + range_text(range));
}

void check_keys(Spec const& spec, std::vector<std::string> const& names) {
  for (auto argument = spec.arguments.begin(); argument != spec.arguments.end(); ++argument) {
    if (std::find(names.begin(), names.end(), argument->key) == names.end())
      throw InputError(fmt::format("{} has no parameter '{}'", spec.name, argument->key),
                       names.empty() ? "it has no parameters" : "", suggest(argument->key, names))
          .about(argument->key);
    for (auto earlier = spec.arguments.begin(); earlier != argument; ++earlier)
      if (earlier->key == argument->key)
        throw InputError(fmt::format("{} is given '{}' twice", spec.name, argument->key))
            .about(argument->key);
  }
}

std::string const* find_argument(Spec const& spec, std::string_view key) {
  for (Spec::Argument const& argument : spec.arguments)
    if (argument.key == key) return &argument.value;
  return nullptr;
}

}  // namespace detail
}  // namespace weft
