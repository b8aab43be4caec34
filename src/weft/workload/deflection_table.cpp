// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/deflection_table.hpp"

#include <algorithm>

namespace weft {

Table deflection_table(std::uint64_t hops, std::uint64_t deflections, std::uint64_t delivered) {
  Table table{"deflections",
              "Deflections",
              {{"hops", "", "over channels of the network"},
               {"deflections", "hops",
                "hops that led no closer to the destination, because all "
                "productive ports were in use"},
               {"share", "%", "fraction of all hops", 2},
               {"per_delivered", "hops", "deflections per message or flit that arrived", 4}},
              {}};
  auto const ratio = [](std::uint64_t part, std::uint64_t whole) {
    return static_cast<double>(part) / static_cast<double>(std::max<std::uint64_t>(whole, 1));
  };
  table.add_row({hops, deflections, 100 * ratio(deflections, hops), ratio(deflections, delivered)});
  return table;
}

}  // namespace weft
