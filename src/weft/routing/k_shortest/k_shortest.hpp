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
      "The `paths` shortest paths that visit no router twice share the traffic equally, on any network. "
      "Among paths of equal length, those with the lower ports come first. If there are fewer paths, all of "
      "them share (J. Y. Yen, Finding the k shortest loopless paths in a network, Management Science 17, "
      "1971; with 8 paths the routing of A. Singla et al., Jellyfish, NSDI 2012).";
  static constexpr std::tuple schema{
      param("paths", &Params::paths, Range{1, 65536}, "paths per pair"),
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
