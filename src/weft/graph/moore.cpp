// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/moore.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

namespace weft {
namespace {

constexpr std::uint32_t base = 1'000'000'000;

/// Replaces `number`, in base 10^9 with the lowest digit first, by number * factor + 1.
void multiply_and_add_one(std::vector<std::uint32_t>& number, std::uint64_t factor) {
  std::uint64_t carry = 1;
  for (auto& digit : number) {
    auto const sum = digit * factor + carry;
    digit = static_cast<std::uint32_t>(sum % base);
    carry = sum / base;
  }
  for (; carry > 0; carry /= base) number.push_back(static_cast<std::uint32_t>(carry % base));
}

}  // namespace

MooreBound moore_bound(std::uint32_t degree, std::uint32_t diameter, bool directed) {
  // Horner: 1 + f (1 + f (1 + ..)), for undirected graphs with degree * (..) + 1 at the outermost level.
  std::vector<std::uint32_t> number{diameter > 0 ? 1U : 0U};
  for (std::uint32_t i = 1; i < diameter; ++i) multiply_and_add_one(number, directed ? degree : degree - 1);
  multiply_and_add_one(number, degree);
  MooreBound bound{fmt::format("{}", number.back()), 0};
  for (std::size_t i = number.size() - 1; i-- > 0;) bound.digits += fmt::format("{:09}", number[i]);
  for (std::size_t i = number.size(); i-- > 0;) bound.value = bound.value * base + number[i];
  return bound;
}

double min_mean_distance(double vertices, double degree, bool directed) {
  auto const others = vertices - 1;
  if (others <= 0 || degree < 1) return 0;
  auto const growth = directed ? degree : degree - 1;
  if (growth <= 1) {  // levels of equal size
    auto const full = std::floor(others / degree);
    return (degree * full * (full + 1) / 2 + (others - full * degree) * (full + 1)) / others;
  }
  double level = degree, left = others, sum = 0;
  for (double distance = 1; left > 0; ++distance, level *= growth) {
    auto const here = std::min(level, left);
    sum += here * distance;
    left -= here;
  }
  return sum / others;
}

}  // namespace weft
