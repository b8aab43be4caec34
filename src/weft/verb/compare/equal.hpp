#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/core/table.hpp"
#include "weft/experiment/setup.hpp"

namespace weft::verb {

/// What networks have in common whose programs are compared.
enum class Equal : std::uint8_t { none, cost, bandwidth };

}  // namespace weft::verb

namespace weft {

template <>
inline constexpr EnumValue<verb::Equal> enum_values<verb::Equal>[] = {
    {"none", verb::Equal::none, "the rate of a channel of bandwidth 1: that of cost"},
    {"cost", verb::Equal::cost,
     "the price in all: the first network has the rate of cost, each other one the rate at which it costs as "
     "much; faster ports and cables cost more in proportion"},
    {"bandwidth", verb::Equal::bandwidth,
     "the bandwidth of all channels between routers together: that of the first network at the rate of cost"}};

}  // namespace weft

namespace weft::verb {

/// A network at the rate that makes it equal to the first.
struct RatedNetwork {
  std::string topology;
  std::uint64_t terminals = 0;
  double rate = 0;       ///< Gb/s of a channel of bandwidth 1
  double price = 0;      ///< $ at that rate
  double bandwidth = 0;  ///< Gb/s of all channels between routers at that rate
  /// Bytes/s of a channel of bandwidth 1.
  double bytes_per_second() const { return rate * 1e9 / 8; }
};

/// Chooses the rates. Throws InputError if prices are to be equal and a network costs nothing, and if
/// bandwidths are to be equal and a network has no channels between routers.
std::vector<RatedNetwork> rate_networks(std::vector<std::string> const& topologies, Equal equal,
                                        Setup const& setup);

/// Table `rates`: a row per network. The title states the source of the prices.
Table rates_table(std::vector<RatedNetwork> const& networks, CostParams const& cost);

}  // namespace weft::verb
