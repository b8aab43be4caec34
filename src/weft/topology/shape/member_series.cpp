#include "weft/topology/shape/member_series.hpp"

namespace weft {

std::string numbered(std::string text, std::uint64_t i) {
  auto const number = std::to_string(i);
  for (auto at = text.find('#'); at != std::string::npos; at = text.find('#', at + number.size()))
    text.replace(at, 1, number);
  return text;
}

std::string near_cubic_sides(std::uint64_t dimensions, std::uint64_t i) {
  std::string sides = "sides=";
  for (std::uint64_t dim = 0; dim < dimensions; ++dim)
    sides += (dim == 0 ? "" : "x") + std::to_string((i + dimensions - 1 - dim) / dimensions + 1);
  return sides;
}

}  // namespace weft
