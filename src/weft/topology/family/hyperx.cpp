// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/hyperx.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace weft::topology {

Members Hyperx::members_with_ports(std::uint64_t ports, std::uint64_t terminals) {
  Members members;
  for (std::size_t const dimensions : {2U, 3U})
    for (std::int64_t side = 2; dimensions * static_cast<std::uint64_t>(side - 1) < ports; ++side)
      for (std::size_t longer = 0; longer < dimensions; ++longer) {
        Sides sides(dimensions, side);
        for (std::size_t dim = 0; dim < longer; ++dim) ++sides[dim];
        if (size_of(sides) > terminals) break;
        auto const neighbors = static_cast<std::uint64_t>(
            std::accumulate(sides.begin(), sides.end(), -static_cast<std::int64_t>(dimensions)));
        for (auto const each : next_to(terminals, size_of(sides), 1, ports)) {
          auto const smallest = static_cast<std::uint64_t>(side), links = (each + smallest - 1) / smallest;
          if (each + links * neighbors <= ports)
            members.push_back(fmt::format("sides={}{},terminals={}", format_sides(sides),
                                          links > 1 ? fmt::format(",parallel={}", links) : "", each));
        }
      }
  return members;
}

}  // namespace weft::topology
