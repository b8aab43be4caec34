// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family.hpp"

#include "weft/topology/shape/near_sizes.hpp"

namespace weft {

std::vector<ChannelClass> numbered_classes(std::string const& name, std::uint32_t first,
                                           std::uint32_t count) {
  std::vector<ChannelClass> classes;
  for (auto i = first; i < first + count; ++i) classes.push_back({name + std::to_string(i)});
  return classes;
}

std::uint64_t power(std::int64_t base, std::int64_t exponent) {
  std::uint64_t product = 1;
  for (; exponent > 0; --exponent) product *= static_cast<std::uint64_t>(base);
  return product;
}

std::string numbered(std::string text, std::uint64_t i) {
  auto const number = std::to_string(i);
  for (auto at = text.find('#'); at != std::string::npos; at = text.find('#', at + number.size()))
    text.replace(at, 1, number);
  return text;
}

std::string near_cubic_sides(std::uint64_t dimensions, std::uint64_t i) {
  return "sides=" + format_sides(closest_sides(static_cast<std::uint32_t>(dimensions), i));
}

}  // namespace weft
