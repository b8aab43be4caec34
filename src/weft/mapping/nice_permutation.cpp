#include "weft/mapping/nice_permutation.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

namespace weft::mapping {

bool is_nice(AffinePermutation const& permutation) {
  auto const size = permutation.size;
  if (std::gcd(permutation.multiplier, size) != 1) return false;
  std::vector<std::uint32_t> place(size);
  for (std::uint32_t y = 0; y < size; ++y) place[permutation(y)] = y;
  auto const color = [&](std::uint32_t y) { return permutation(y % size); };
  for (std::uint32_t a = 0; a < size; ++a) {
    auto const y = place[a];
    std::array around{a, (a + 1) % size, (a + size - 1) % size, color(a), color(y + 1), color(y + size - 1),
                      y};
    std::ranges::sort(around);
    if (std::ranges::adjacent_find(around) != around.end()) return false;
  }
  return true;
}

std::optional<AffinePermutation> nice_permutation(std::uint32_t size) {
  if (AffinePermutation const first{size, 5, 2}; size >= 8 && is_nice(first)) return first;
  // Offsets that are equal modulo the common divisor of multiplier - 1 and the size are alike. If it is below
  // 4, some color is below itself or below its left or right neighbor.
  for (std::uint32_t multiplier = 2; multiplier < size; ++multiplier) {
    auto const common = std::gcd(multiplier - 1, size);
    if (common < 4) continue;
    for (std::uint32_t offset = 2; offset < common; ++offset)
      if (AffinePermutation const it{size, multiplier, offset}; is_nice(it)) return it;
  }
  return {};
}

}  // namespace weft::mapping
