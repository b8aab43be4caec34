// SPDX-License-Identifier: Apache-2.0
#include "weft/core/param.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace weft {

bool read_bool(std::string_view name, std::string_view text) {
  if (text == "true" || text == "yes" || text == "on" || text == "1") return true;
  if (text == "false" || text == "no" || text == "off" || text == "0") return false;
  reject_value(name, text, "must be true or false");
}

namespace {

/// Returns the parts of a string between any of the separators.
std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    std::size_t const end = std::min(text.find_first_of(separators, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

/// Returns the number rounded to 12 digits, so that the steps of a range are round numbers.
double rounded(long double number) {
  constexpr int digits = 12;
  auto const text = fmt::format("{:.{}g}", number, digits);
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// Appends the numbers of a range such as 0.1..0.5x5: five evenly spaced numbers, including both ends.
void append_range(std::string_view name, std::string_view text, std::string_view range, Numbers& numbers) {
  constexpr std::int64_t usual_points = 5, max_points = 10'000;
  auto const dots = range.find("..");
  auto const last = range.substr(dots + 2);
  auto const times = last.find('x');
  auto const from = range.substr(0, dots), to = last.substr(0, times);
  if (from.empty() || to.empty()) reject_value(name, text, "a range is A..BxN, e.g. 0.1..0.5x5");
  double const low = read_number(name, from), high = read_number(name, to);
  auto const points =
      times == std::string_view::npos ? usual_points : read_integer(name, last.substr(times + 1));
  if (points < 2 || points > max_points || !(low < high))
    reject_value(name, text, "a range A..BxN is N >= 2 evenly spaced numbers from A to a larger B");
  for (std::int64_t i = 0; i < points; ++i)
    numbers.push_back(rounded(low + (static_cast<long double>(high) - low) * static_cast<long double>(i) /
                                        static_cast<long double>(points - 1)));
}

}  // namespace

Sides read_sides(std::string_view name, std::string_view text) {
  Sides sides;
  for (auto const part : split(text, "x,")) try {
      sides.push_back(read_integer(name, part));
    } catch (InputError const&) {
      reject_value(name, text, "must be whole numbers separated by x or commas, like 8x8x4");
    }
  return sides;
}

Numbers read_numbers(std::string_view name, std::string_view text) {
  Numbers numbers;
  for (auto const item : split(text, ",")) {
    if (item.find("..") != std::string_view::npos) {
      append_range(name, text, item, numbers);
      continue;
    }
    for (auto const part : split(item, "x")) {
      if (part.empty())
        reject_value(name, text,
                     "must be numbers separated by x or commas, like 0.5x1x2, or a range such as 0.1..0.5x5");
      numbers.push_back(read_number(name, part));
    }
  }
  return numbers;
}

std::string format_numbers(Numbers const& numbers) {
  std::string text;
  for (double const number : numbers) text += (text.empty() ? "" : "x") + format_number(number);
  return text;
}

std::string format_sides(Sides const& sides) { return fmt::format("{}", fmt::join(sides, "x")); }

std::uint64_t size_of(Sides const& sides) {
  std::uint64_t size = 1;
  for (auto const side : sides) size *= static_cast<std::uint64_t>(side);
  return size;
}

std::string in_kebab_case(std::string_view name) {
  std::string kebab(name);
  std::ranges::replace(kebab, '_', '-');
  return kebab;
}

std::string option_name(ParamDoc const& param) {
  return "--" + in_kebab_case(param.use.repeated.empty() ? param.name : param.use.repeated);
}

namespace detail {

std::string format_range(Range range) {
  bool const from = std::isfinite(range.low), to = std::isfinite(range.high);
  if (from && to) return fmt::format("in [{}, {}]", format_number(range.low), format_number(range.high));
  if (from) return "at least " + format_number(range.low);
  if (to) return "at most " + format_number(range.high);
  return {};
}

void check_range(std::string_view name, std::string_view text, double value, Range range) {
  // Rounding a large integer to double changes it: 2^53 for 2^53 + 1.
  std::int64_t exact = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), exact);
  bool const is_whole = error == std::errc{} && end == text.data() + text.size();
  bool const is_above = is_whole && static_cast<long double>(exact) > static_cast<long double>(range.high);
  if (value < range.low || value > range.high || is_above)
    reject_value(name, text, "must be " + format_range(range));
}

bool is_alias(std::string_view aliases, std::string_view name) {
  while (!aliases.empty()) {
    auto const end = std::min(aliases.find(' '), aliases.size());
    if (aliases.substr(0, end) == name) return true;
    aliases.remove_prefix(std::min(end + 1, aliases.size()));
  }
  return false;
}

void append_aliases(std::string_view aliases, std::string& doc) {
  for (bool first = true; !aliases.empty(); first = false) {
    auto const end = std::min(aliases.find(' '), aliases.size());
    doc += fmt::format("{} {}", first ? "; alias:" : ",", aliases.substr(0, end));
    aliases.remove_prefix(std::min(end + 1, aliases.size()));
  }
}

namespace {

/// Returns the parameter to which a value without a name belongs: the size, or otherwise the first parameter
/// of an entry that has few parameters or begins with a file. Empty if there is no such parameter.
std::string_view main_parameter(std::vector<NameAndUse> const& params) {
  constexpr std::size_t few = 3;
  for (auto const& [name, use] : params)
    if (use.size) return name;
  bool const has_main = !params.empty() && (params.size() <= few || is_file_key(params.front().first));
  return has_main ? params.front().first : std::string_view{};
}

}  // namespace

Spec without_aliases(Spec spec, std::vector<NameAndUse> const& params) {
  for (auto& argument : spec.arguments)
    if (argument.key.empty() && std::ranges::find(params, argument.value, &NameAndUse::first) == params.end())
      argument.key = main_parameter(params);
  for (auto& argument : spec.arguments)
    for (auto const& [name, use] : params)
      if (is_alias(use.aliases, argument.key) || is_alias(use.former, argument.key)) {
        argument.key = name;
        break;
      }
  return spec;
}

void check_keys(Spec const& spec, std::vector<std::string> const& names) {
  for (auto argument = spec.arguments.begin(); argument != spec.arguments.end(); ++argument) {
    if (argument->key.empty()) {
      auto const& value = argument->value;
      bool const is_name = std::find(names.begin(), names.end(), value) != names.end();
      throw InputError(
          fmt::format("{}:{}", spec.name, shown(value)),
          is_name ? fmt::format("'{}' has no value", value) : "a value needs the name of its parameter",
          is_name ? fmt::format("write {}:{}=..", spec.name, value) : suggest(value, names));
    }
    if (std::find(names.begin(), names.end(), argument->key) == names.end())
      throw InputError(fmt::format("{} has no parameter '{}'", spec.name, argument->key),
                       names.empty() ? "no parameters are supported" : "", suggest(argument->key, names))
          .about(argument->key);
    for (auto earlier = spec.arguments.begin(); earlier != argument; ++earlier)
      if (earlier->key == argument->key)
        throw InputError(fmt::format("{} specifies '{}' twice", spec.name, argument->key))
            .about(argument->key);
  }
}

std::string const* find_argument(Spec const& spec, std::string_view key) {
  for (Spec::Argument const& argument : spec.arguments)
    if (argument.key == key) return &argument.value;
  return nullptr;
}

InputError missing_param(Spec const& spec, std::string_view key) {
  return InputError(fmt::format("{} needs parameter '{}'", spec.name, key), "",
                    fmt::format("specify {}:{}=..", spec.name, key))
      .about(key);
}

}  // namespace detail

bool is_called(ParamDoc const& param, std::string_view name) {
  return param.name == name || detail::is_alias(param.use.aliases, name) ||
         detail::is_alias(param.use.former, name);
}

Spec without_aliases(Spec spec, std::vector<ParamDoc> const& params) {
  std::vector<detail::NameAndUse> uses;
  for (auto const& param : params) uses.emplace_back(param.name, param.use);
  return detail::without_aliases(std::move(spec), uses);
}
}  // namespace weft
