#pragma once

#include <cstdint>
#include <vector>

#include "weft/engine/load/network_load.hpp"

namespace weft::load {

/// The largest least common multiple of 1 .. k for which loads stay below 2^62. It is a multiple of most numbers of paths.
std::uint64_t likely_denominator(RouterDemand const& demand);

/// Loads in units of 1 / denominator, in lowest terms.
NetworkLoads reduced(RouterDemand const& demand, std::vector<std::uint64_t> sums, std::uint64_t denominator);

/// In units of 2^-this a source's parts are rounded before they are added up.
int rounding_exponent(RouterDemand const& demand);
/// Such sums, rounded once more, so that equal loads are equal.
NetworkLoads rounded(RouterDemand const& demand, std::vector<std::uint64_t> sums, int exponent);

}  // namespace weft::load
