#include "weft/topology/metric/bisection.hpp"

#include <algorithm>
#include <cmath>

namespace weft {

std::uint64_t spectral_cut(double algebraic_connectivity, std::uint64_t vertices) {
  auto const half = static_cast<double>(vertices / 2), rest = static_cast<double>(vertices - vertices / 2);
  double const links = algebraic_connectivity * half * rest / static_cast<double>(vertices);
  return static_cast<std::uint64_t>(std::ceil(links * (1 - 1e-12)));
}

std::uint64_t average_cut(std::uint64_t links, std::uint64_t vertices) {
  using Wide = unsigned __int128;
  auto const half =
      vertices /
      2;  // 2 half (n - half) / (n (n - 1)) = (half or half + 1, whichever is odd) / that doubled - 1
  auto const odd = vertices % 2 == 0 ? vertices - 1 : vertices;
  return static_cast<std::uint64_t>(Wide{links} * (vertices % 2 == 0 ? half : half + 1) / odd);
}

Bounds bisection_by_load(std::uint64_t vertices, std::uint64_t arcs, std::uint64_t doubled, double load) {
  auto const half = static_cast<double>(vertices / 2),
             pairs = 2 * half * (static_cast<double>(vertices) - half);
  auto const least = std::ceil(pairs / load * (1 - 1e-12)) - static_cast<double>(doubled);
  return {std::max(1.0, least), static_cast<double>(average_cut(arcs - doubled, vertices)),
          "load of all pairs, average of all halves"};
}

std::uint64_t hamming_cut(Sides sides, std::uint64_t size) {
  std::ranges::sort(sides);
  std::uint64_t rest = 1;
  for (auto const side : sides) rest *= static_cast<std::uint64_t>(side);
  std::uint64_t cut = 0;
  for (auto const slowest : sides) {
    auto const side = static_cast<std::uint64_t>(slowest);
    rest /= side;
    auto const full = size / rest;
    size %= rest;
    cut += size * (full + 1) * (side - full - 1) + (rest - size) * full * (side - full);
  }
  return cut;
}

}  // namespace weft
