#pragma once

#include <tuple>

#include "weft/engine/load/routings/load_routing.hpp"

namespace weft::load {

/// One path per pair: dimension order.
class DimensionOrder {
 public:
  struct Params {};
  static constexpr std::string_view name = "dimension_order";
  static constexpr std::string_view doc =
      "The path of dimension order, on grids: the coordinates one after the other, lowest dimension first, each by the shorter "
      "way, of equal ones in the plus direction. Parallel links share alike.";
  static constexpr std::tuple schema{};

  explicit DimensionOrder(Params const&) {}
  void check_machine(Machine const& machine) const;
  PairSharesPtr shares(Machine const& machine) const;
  NetworkLoads loads(Machine const& machine, RouterTraffic const& traffic, Progress& progress) const;
};

}  // namespace weft::load
