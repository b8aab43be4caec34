#pragma once

#include <tuple>

#include "weft/engine/load/routings/load_routing.hpp"

namespace weft::load {

/// Every shortest path.
class AllMinimal {
 public:
  struct Params {};
  static constexpr std::string_view name = "all_minimal";
  static constexpr std::string_view doc =
      "Every shortest path between two routers carries the same share, on any network; each of parallel channels makes a "
      "path of its own.";
  static constexpr std::tuple schema{};

  explicit AllMinimal(Params const&) {}
  void check_machine(Machine const&) const {}
  PairSharesPtr shares(Machine const& machine) const;
  NetworkLoads loads(Machine const& machine, RouterTraffic const& traffic, Progress& progress) const;
};

}  // namespace weft::load
