#pragma once

#include <tuple>

#include "weft/mapping/mapping.hpp"

namespace weft {

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
      "the searches from the most promising of them, each under the actual routing. Takes the one of the highest throughput, "
      "of equals the first. Tables `candidates` and `bounds` tell what was tried and what no placement exceeds.";
  static constexpr std::tuple schema{
      param("starts", &Params::starts, Range{0, 1000000},
            "how many placements each search starts from at most"),
      param(
          "seconds", &Params::seconds, Range{0, 1e9},
          "begins no further search after that time; 0: never stops. A result cut short is not reproducible",
          "s"),
  };

  explicit Best(Params const& params) : params_(params) {}
  Placement place(MappingContext const& context) const;
  static std::vector<Params> worth_trying(MappingContext const&) { return {}; }

 private:
  Params params_;
};

}  // namespace weft
