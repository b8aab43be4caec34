// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/shape/near_sizes.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace weft {
namespace {

std::uint64_t difference(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : b - a; }

std::uint64_t min_terminals(std::uint64_t smallest_side) { return (smallest_side + 3) / 4; }

/// The factor that multiplies `count` sides to give a size: an additional side, or the number of terminals
/// per router.
enum class Last { side, terminals };

/// Calls visit(product) for all ascending lists of `count` sides, from 2 to twice the smallest, that can lead
/// to a size close to `size`.
template <class Visit>
void visit_sides(Sides& sides, std::uint32_t count, Last last, std::uint64_t product, std::uint64_t size,
                 Visit const& visit) {
  if (sides.size() == count) return visit(product);
  auto const min = sides.empty() ? std::uint64_t{2} : static_cast<std::uint64_t>(sides.back());
  auto const max = sides.empty() ? size + 2 : 2 * static_cast<std::uint64_t>(sides.front());
  for (auto side = min; side <= max; ++side) {
    auto const far = 2 * size + 16;
    auto smallest = product;  // product if all remaining sides have their minimum
    for (auto k = sides.size(); k < count && smallest <= far; ++k) smallest *= side;
    auto const first = sides.empty() ? side : static_cast<std::uint64_t>(sides.front());
    smallest *= last == Last::side ? side : min_terminals(first);
    if (smallest > far && side > min) return;
    sides.push_back(static_cast<std::int64_t>(side));
    visit_sides(sides, count, last, product * side, size, visit);
    sides.pop_back();
  }
}

}  // namespace

std::vector<std::uint64_t> next_to(std::uint64_t size, std::uint64_t of, std::uint64_t minimum,
                                   std::uint64_t maximum) {
  std::vector<std::uint64_t> all;
  for (auto const it : {size / of, size / of + 1}) {
    auto const inside = std::clamp(it, minimum, maximum);
    if (all.empty() || all.back() != inside) all.push_back(inside);
  }
  return all;
}

Sides closest_sides(std::uint32_t dimensions, std::uint64_t size) {
  Sides sides, best;
  // Deviation, product, sum: lexicographic minimum
  std::tuple<std::uint64_t, std::uint64_t, std::int64_t> rank;
  visit_sides(sides, dimensions - 1, Last::side, 1, size, [&](std::uint64_t product) {
    auto const min = sides.empty() ? std::uint64_t{2} : static_cast<std::uint64_t>(sides.back());
    auto const max = sides.empty() ? ~std::uint64_t{0} : 2 * static_cast<std::uint64_t>(sides.front());
    for (auto const last : {size / product, size / product + 1}) {
      auto const side = std::clamp(last, min, max);
      auto const all = product * side;
      std::tuple const candidate{
          difference(all, size), all,
          std::accumulate(sides.begin(), sides.end(), static_cast<std::int64_t>(side))};
      if (!best.empty() && candidate >= rank) continue;
      rank = candidate;
      best.assign(sides.rbegin(), sides.rend());
      best.insert(best.begin(), static_cast<std::int64_t>(side));
    }
  });
  return best;
}

ConcentratedSides closest_concentrated_sides(std::uint32_t dimensions, std::uint64_t size) {
  Sides sides;
  ConcentratedSides best;
  // Deviation, total, spread, routers
  std::tuple<std::uint64_t, std::uint64_t, std::int64_t, std::uint64_t> rank;
  visit_sides(sides, dimensions, Last::terminals, 1, size, [&](std::uint64_t routers) {
    auto const smallest = static_cast<std::uint64_t>(sides.front());
    for (auto const each : {size / routers, size / routers + 1}) {
      auto const terminals = std::clamp(each, min_terminals(smallest), 4 * smallest);
      auto const all = routers * terminals;
      std::tuple const candidate{difference(all, size), all, sides.back() - sides.front(), routers};
      if (!best.sides.empty() && candidate >= rank) continue;
      rank = candidate;
      best = {{sides.rbegin(), sides.rend()}, terminals};
    }
  });
  return best;
}

}  // namespace weft
