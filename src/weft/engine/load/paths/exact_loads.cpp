#include "weft/engine/load/paths/exact_loads.hpp"

#include <cmath>
#include <numeric>
#include <utility>

#include "weft/engine/load/channel_sums.hpp"

namespace weft::load {

std::uint64_t likely_denominator(RouterDemand const& demand) {
  double const most = 0x1p62 / static_cast<double>(demand.most_units());
  std::uint64_t common = 1;
  for (std::uint64_t k = 2;; ++k) {
    auto const more = k / std::gcd(common, k);
    if (static_cast<double>(common) * static_cast<double>(more) > most) return common;
    common *= more;
  }
}

NetworkLoads reduced(RouterDemand const& demand, std::vector<std::uint64_t> sums, std::uint64_t denominator) {
  auto common = denominator;
  for (auto const sum : sums)
    if (common > 1) common = std::gcd(common, sum);
  for (auto& sum : sums) sum /= common;
  return finished_loads(demand.traffic(), std::move(sums),
                        static_cast<double>(denominator / common) * static_cast<double>(demand.scale()),
                        true);
}

int rounding_exponent(RouterDemand const& demand) {
  constexpr int bits = 61;
  return bits - std::ilogb(static_cast<double>(demand.most_units())) - 1;
}

NetworkLoads rounded(RouterDemand const& demand, std::vector<std::uint64_t> sums, int exponent) {
  constexpr int kept_apart = 20;
  for (auto& sum : sums) sum = (sum + (1U << (kept_apart - 1))) >> kept_apart;
  return finished_loads(demand.traffic(), std::move(sums),
                        std::ldexp(static_cast<double>(demand.scale()), exponent - kept_apart), false);
}

}  // namespace weft::load
