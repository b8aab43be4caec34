// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

std::size_t digits_of(std::string_view text) {
  auto const end = text.find_first_not_of("0123456789");
  return end == std::string_view::npos ? text.size() : end;
}

std::size_t exponent_of(std::string_view text) {
  if (text.empty() || (text[0] != 'e' && text[0] != 'E')) return 0;
  std::size_t const sign = text.size() > 1 && (text[1] == '-' || text[1] == '+') ? 1 : 0;
  auto const digits = digits_of(text.substr(1 + sign));
  return digits == 0 ? 0 : 1 + sign + digits;
}

bool begins_with_word(std::string_view text, std::string_view word) {
  if (text.size() < word.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i)
    if ((text[i] | 0x20) != word[i]) return false;
  return true;
}

/// The length of the number that the text begins with; 0 if it begins with none.
std::size_t number_of(std::string_view text) {
  std::size_t const sign = text.starts_with('-') ? 1 : 0;
  text.remove_prefix(sign);
  for (std::string_view const word : {"infinity", "inf", "nan"})
    if (begins_with_word(text, word)) return sign + word.size();
  std::size_t const whole = digits_of(text);
  bool const point = whole < text.size() && text[whole] == '.';
  std::size_t const parts = point ? digits_of(text.substr(whole + 1)) : 0;
  if (whole + parts == 0) return 0;
  std::size_t const length = whole + (point ? 1 : 0) + parts;
  return sign + length + exponent_of(text.substr(length));
}

template <class Number>
std::from_chars_result read(char const* first, char const* last, Number& value,
                            Number (*convert)(char const*, char**)) {
  auto const length = number_of({first, static_cast<std::size_t>(last - first)});
  if (length == 0) return {first, std::errc::invalid_argument};
  std::string const text(first, length);
  auto const number = convert(text.c_str(), nullptr);
  bool const too_large = std::isinf(number) && text.find_first_of("iI") == std::string::npos;
  auto const digits = text.substr(0, text.find_first_of("eE"));
  bool const too_small = number == 0 && digits.find_first_of("123456789") != std::string::npos;
  if (too_large || too_small) return {first + length, std::errc::result_out_of_range};
  value = number;
  return {first + length, std::errc{}};
}

}  // namespace

namespace std {

from_chars_result from_chars(char const* first, char const* last, double& value) {
  return read(first, last, value, strtod);
}

from_chars_result from_chars(char const* first, char const* last, long double& value) {
  return read(first, last, value, strtold);
}

}  // namespace std
