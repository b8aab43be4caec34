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

Sides read_sides(std::string_view name, std::string_view text) {
  Sides sides;
  for (std::size_t begin = 0; begin <= text.size();) {
    std::size_t const end = std::min(text.find('x', begin), text.size());
    try {
      sides.push_back(read_integer(name, text.substr(begin, end - begin)));
    } catch (InputError const&) {
      reject_value(name, text, "must be whole numbers separated by x, like 8x8x4");
    }
    begin = end + 1;
  }
  return sides;
}

Numbers read_numbers(std::string_view name, std::string_view text) {
  Numbers numbers;
  for (std::size_t begin = 0; begin <= text.size();) {
    std::size_t const end = std::min(text.find('x', begin), text.size());
    if (begin == end) reject_value(name, text, "must be numbers separated by x, like 0.5x1x2");
    numbers.push_back(read_number(name, text.substr(begin, end - begin)));
    begin = end + 1;
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
  // Rounding a large whole number to double changes it: 2^53 for 2^53 + 1.
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
    doc += fmt::format("{} {}", first ? "; also" : ",", aliases.substr(0, end));
    aliases.remove_prefix(std::min(end + 1, aliases.size()));
  }
}

Spec without_aliases(Spec spec, std::vector<NameAndUse> const& params) {
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

InputError missing_param(Spec const& spec, std::string_view key) {
  return missing(fmt::format("{} of {}", key, spec.name), fmt::format("{}:{}=..", spec.name, key)).about(key);
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
