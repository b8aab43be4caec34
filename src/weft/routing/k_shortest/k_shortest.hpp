#pragma once

#include <tuple>

#include "weft/core/param.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/form/shares.hpp"

namespace weft::routing {

/// The k shortest paths.
class KShortest {
 public:
  struct Params {
    std::int64_t paths = 8;
  };
  static constexpr std::string_view name = "k_shortest";
  static constexpr std::string_view doc =
      "The `paths` shortest paths that visit no router twice share alike, on any network: of equal length those that come first "
      "by their ports; all of them where there are fewer (J. Y. Yen, Finding the k shortest loopless paths in a network, Management "
      "Science 17, 1971; with 8 paths the routing of A. Singla et al., Jellyfish, NSDI 2012).";
  static constexpr std::tuple schema{
      param("paths", &Params::paths, Range{1, 65536}, "paths of a pair"),
  };
  static constexpr std::string_view needs = "any topology";
  static constexpr bool knows_failures = true;

  explicit KShortest(Params const& params) : params_(params) {}
  bool serves(Machine const&) const { return true; }
  SharesPtr shares(Machine const& machine) const;

 private:
  Params params_;
};

}  // namespace weft::routing
