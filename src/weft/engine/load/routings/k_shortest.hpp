#pragma once

#include <tuple>

#include "weft/engine/load/routings/load_routing.hpp"

namespace weft::load {

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

  explicit KShortest(Params const& params) : params_(params) {}
  void check_machine(Machine const&) const {}
  PairSharesPtr shares(Machine const& machine) const;

 private:
  Params params_;
};

}  // namespace weft::load
