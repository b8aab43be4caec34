#pragma once

#include <tuple>

#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// Whichever mapping does best.
class Best {
 public:
  struct Params {
    std::int64_t starts = 12;
    double seconds = 0;
  };
  static constexpr std::string_view name = "best";
  static constexpr std::string_view doc =
      "Tries every mapping that serves the grid and the machine, with all tiles, blocks and orders that may be worth it, and "
      "the searches from the most promising of them, each under the actual routing. The highest throughput wins; of equals, "
      "the first. The tables `candidates` and `bounds` list what was tried and what no placement exceeds.";
  static constexpr std::tuple schema{
      param("starts", &Params::starts, Range{0, 1000000},
            "maximum number of placements that each search starts from"),
      param("seconds", &Params::seconds, Range{0, 1e9},
            "stops trying after that time; 0: tries all. A result cut short is not reproducible", "s"),
  };

  explicit Best(Params const& params) : params_(params) {}
  Placement place(MappingContext const& context) const;
  static std::vector<Params> worth_trying(MappingContext const&) { return {}; }

 private:
  Params params_;
};
}  // namespace weft::mapping
