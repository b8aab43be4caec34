#pragma once

#include <tuple>

#include "weft/engine/load/routings/load_routing.hpp"

namespace weft::load {

/// By way of every router.
class Valiant {
 public:
  struct Params {};
  static constexpr std::string_view name = "valiant";
  static constexpr std::string_view doc =
      "By way of a uniformly random router (Valiant & Brebner, STOC 1981), each leg by dimension_order on grids, elsewhere spread "
      "like all_minimal.";
  static constexpr std::tuple schema{};

  explicit Valiant(Params const&) {}
  void check_machine(Machine const&) const {}
  PairSharesPtr shares(Machine const& machine) const;
  NetworkLoads loads(Machine const& machine, RouterTraffic const& traffic, Progress& progress) const;
};

}  // namespace weft::load
