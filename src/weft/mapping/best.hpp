// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// The mapping `best`: the best placement of all mappings.
class Best {
 public:
  struct Params {
    std::int64_t starts = 12;
    double seconds = 0;
  };
  static constexpr std::string_view name = "best";
  static constexpr std::string_view doc =
      "Tries every mapping that supports the grid and the machine, with all promising tiles, blocks and "
      "orders. Then it runs the searches from the best of these placements. It evaluates each placement "
      "under the actual routing. The highest throughput over all channels wins, including channels of terminals; "
      "then the highest over the channels between routers; ties prefer the first placement. The table "
      "`candidates` lists all placements tried, and `bounds` lists upper bounds for all placements.";
  static constexpr std::tuple schema{
      param("starts", &Params::starts, Range{0, 1000000},
            "maximum number of placements from which each search starts"),
      param("seconds", &Params::seconds, Range{0, 1e9},
            "time limit for trying placements; 0: all are tried. An interrupted result is not "
            "reproducible",
            "s"),
  };

  explicit Best(Params const& params) : params_(params) {}
  Placement place(MappingContext const& context) const;
  static std::vector<Params> candidate_params(MappingContext const&) { return {}; }

 private:
  Params params_;
};

}  // namespace weft::mapping
