// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/load/paths/exact_loads.hpp"

#include <cmath>
#include <utility>

#include "weft/engine/load/network_load.hpp"

namespace weft::load {
namespace {

std::uint64_t likely_denominator(double maximum) {
  CommonMultiple common(maximum);
  for (std::uint64_t k = 2; common.take(k);) ++k;
  return common.value();
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

/// Rounds the loads to fewer bits, so that loads that are equal in exact arithmetic remain equal.
NetworkLoads rounded(RouterDemand const& demand, std::vector<std::uint64_t> sums, int exponent) {
  constexpr int kept_apart = 20;
  for (auto& sum : sums) sum = (sum + (1U << (kept_apart - 1))) >> kept_apart;
  return finished_loads(demand.traffic(), std::move(sums),
                        std::ldexp(static_cast<double>(demand.scale()), exponent - kept_apart), false);
}

}  // namespace

std::optional<std::uint64_t> combined_multiple(std::span<CommonMultiple const> of_worker, double maximum,
                                               bool found) {
  CommonMultiple common(maximum);
  std::vector<std::uint64_t> values;
  for (auto const& one : of_worker) values.push_back(one.value());
  for (auto const& of_rank : allgather_numbers(values))
    for (auto const value : of_rank) found = found && common.take(value);
  return on_all_ranks(found) ? std::optional(common.value()) : std::nullopt;
}

NetworkLoads exact_or_rounded(RouterDemand const& demand, LoadSums const& sums) {
  auto const units = static_cast<double>(demand.max_units());
  double const maximum = 0x1p62 / units;
  auto const likely = likely_denominator(maximum);
  if (auto found = sums.exact(likely)) return reduced(demand, std::move(*found), likely);
  if (auto const common = sums.common_denominator ? sums.common_denominator(maximum) : std::nullopt)
    return reduced(demand, sums.exact(*common).value(), *common);
  constexpr int bits = 61;
  auto const exponent = bits - std::ilogb(units) - 1;
  return rounded(demand, sums.rounded(exponent), exponent);
}

}  // namespace weft::load
