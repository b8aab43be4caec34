// SPDX-License-Identifier: Apache-2.0
#include "weft/core/quantity.hpp"

#include <array>
#include <cmath>

#include <fmt/format.h>

namespace weft {
namespace {

struct Prefix {
  char const* name;
  double factor;
};

/// Returns the number with the largest prefix that does not exceed it.
template <class Prefixes>
std::string with_prefix(double number, Prefixes const& prefixes, std::string_view unit) {
  Prefix chosen = prefixes.front();
  for (auto const& prefix : prefixes)
    if (std::abs(number) >= prefix.factor * (1 - 5e-4)) chosen = prefix;
  return fmt::format("{} {}{}", format_rounded(number / chosen.factor), chosen.name, unit);
}

constexpr std::array byte_multiples{Prefix{"", 1}, Prefix{"k", 1e3}, Prefix{"M", 1e6}, Prefix{"G", 1e9},
                                    Prefix{"T", 1e12}};

}  // namespace

std::string format_count(std::uint64_t count, std::string_view word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

std::string format_quantity(std::string_view number, std::string_view units) {
  constexpr std::size_t longest_symbol = 2;  // ns, ms
  bool const is_plural =
      units.size() > longest_symbol && units.ends_with('s') && units.find('/') == std::string_view::npos;
  if (number == "1" && is_plural) units.remove_suffix(1);
  return units.empty() ? std::string(number) : fmt::format("{} {}", number, units);
}

std::string format_rounded(double number) {
  double const size = std::abs(number);
  if (size >= 1e3 && size < 1e6) return fmt::format("{:.0f}", number);
  return fmt::format("{:.3g}", number);
}

std::string format_span(double seconds) {
  constexpr std::array parts{Prefix{"ns", 1e-9}, Prefix{"us", 1e-6}, Prefix{"ms", 1e-3}, Prefix{"s", 1}};
  constexpr double minute = 60, hour = 3600, day = 86400;
  if (seconds == 0) return "0 s";
  if (std::abs(seconds) < 2 * minute) return with_prefix(seconds, parts, "");
  if (std::abs(seconds) < 2 * hour) return format_rounded(seconds / minute) + " min";
  return std::abs(seconds) < 3 * day ? format_rounded(seconds / hour) + " h"
                                     : format_rounded(seconds / day) + " d";
}

std::string format_byte_rate(double bytes_per_second) {
  return fmt::format("{} ({})", with_prefix(bytes_per_second, byte_multiples, "B/s"),
                     with_prefix(8 * bytes_per_second, byte_multiples, "b/s"));
}

std::string format_size(double bytes) {
  return bytes < 1e3 ? format_rounded(bytes) + " bytes" : with_prefix(bytes, byte_multiples, "B");
}

}  // namespace weft
