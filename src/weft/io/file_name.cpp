// SPDX-License-Identifier: Apache-2.0
#include "weft/io/file_name.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/core/hash.hpp"

namespace weft {
namespace {

constexpr std::size_t longest_name = 120, longest_beginning = 60, longest_extension = 10;

constexpr bool is_plain(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         std::string_view("._-+,=@").find(c) != std::string_view::npos;
}

/// Returns the extension, such as ".csv"; may be empty.
std::string_view extension_of(std::string_view name) {
  auto const point = name.rfind('.');
  if (point == std::string_view::npos || name.size() - point > longest_extension) return {};
  auto const ending = name.substr(point);
  return std::ranges::all_of(ending, is_plain) ? ending : std::string_view();
}

}  // namespace

std::string file_name_for(std::string_view name) {
  bool const starts_plain = !name.empty() && name.front() != '.' && name.front() != '-';
  if (starts_plain && name.size() <= longest_name && std::ranges::all_of(name, is_plain))
    return std::string(name);
  auto const ending = extension_of(name);
  std::string beginning(name.substr(0, std::min(name.size() - ending.size(), longest_beginning)));
  std::ranges::replace_if(
      beginning, [](char c) { return !is_plain(c); }, '_');
  if (!starts_plain) beginning.replace(0, 1, "_");
  Fnv1a hash;
  hash.add_bytes(name);
  return fmt::format("{}-{:016x}{}", beginning, hash.value(), ending);
}

}  // namespace weft
